//@ paths: 63
// A bug that needs a certain choice at each of six decisions.
#include <secateur.h>
int main(void)
{
    unsigned char in[6];
    int bits = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 6; i++) {
        bits <<= 1;
        if (in[i] > 99)
            bits |= 1;
    }
    secateur_assert(bits != 0x2d); //~ assertion-failure
    return bits;
}
