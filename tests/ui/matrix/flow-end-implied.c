//@ space: 2 bytes; 0,34,105 0,33,57
// Paths end early because of a condition that another one on the same byte implies: to see what the first byte leads to, the
// other one has to go another way.
#include <secateur.h>
static unsigned char in[2];
static int set;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 33)
        set = 1;
    if (in[1] <= 32)
        set |= 2;
    if (in[1] <= 56)
        secateur_assert(0); //~ assertion-failure
    if (in[0] > 104)
        secateur_assert(!set); //~ assertion-failure
    return 0;
}
