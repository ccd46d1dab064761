//@ space: 3 bytes; 0,9 0,9 0,9
// Bits that share a byte: writing one writes the others anew.
#include <secateur.h>
static unsigned char in[3];
static struct { unsigned a : 2, b : 3, c : 3; } bits;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        bits.a = 1;
    bits.b = 2;
    if (in[1] > 7)
        bits.c = 3;
    if (in[2] > 7)
        secateur_assert(bits.a != 1 || bits.c != 3); //~ assertion-failure
    return 0;
}
