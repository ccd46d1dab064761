//@ args: --max-paths 5
//@ status: limit
//@ paths: 5
//@ tests: 5
// The run ends after five paths.
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
