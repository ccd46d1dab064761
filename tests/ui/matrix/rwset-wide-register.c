// Of an integer of 128 bits only the upper half differs, and of a long double only the exponent.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    unsigned __int128 wide = 5;
    if (in[0] > 7)
        wide |= (unsigned __int128)1 << 100;
    long double real = 4;
    if (in[1] > 7)
        real = 1;
    if (in[2] > 7)
        sink = 1;
    secateur_assert((wide >> 64) == 0 || real < 2); //~ assertion-failure
    secateur_assert((wide >> 64) != 0 || real > 2); //~ assertion-failure
    if ((wide >> 64) == 0)
        secateur_assert(real < 2); //~ assertion-failure
    else
        secateur_assert(real > 2); //~ assertion-failure
    return 0;
}
