//@ args: --max-tests 3
//@ status: limit
//@ tests: 3
// The run ends after three tests.
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
