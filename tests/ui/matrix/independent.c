// Eight decisions that have nothing to do with each other: 256 paths.
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
