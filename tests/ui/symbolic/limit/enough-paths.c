//@ args: --max-paths 300
//@ paths: 256
// A limit that is not reached is not mentioned.
#include <secateur.h>
int main(void)
{
    unsigned char in[8];
    int n = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 8; i++)
        if (in[i] & 1)
            n++;
    return n;
}
