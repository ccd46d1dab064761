//@ args: --depth 3
//@ status: limit
// No more than three decisions a path: 8 of the 256 paths are left, at most.
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
