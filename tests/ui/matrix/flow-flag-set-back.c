//@ space: 3 bytes; 0,9 0,9 0,9
// A flag that two bytes turn over is as at the beginning where both do; only a count tells that from neither.
#include <secateur.h>
static unsigned char in[3];
static int flag, turns;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        flag ^= 1, turns |= 1;
    if (in[1] > 7)
        flag ^= 1, turns |= 2;
    if (in[2] > 7)
        secateur_assert(flag || turns == 0); //~ assertion-failure
    return 0;
}
