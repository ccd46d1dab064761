//@ args: --depth 2
//@ status: limit
//@ paths: 4
// The first input shows an error; the bound counts from the beginning for the paths that go on, too.
#include <secateur.h>
int main(void)
{
    unsigned char in[9];
    int n = 0;
    secateur_symbolic(in, sizeof in, "in");
    int part = 100 / in[8]; //~ division-by-zero
    for (int i = 0; i < 8; i++)
        if (in[i] & 1)
            n++;
    return n + part;
}
