// A double differs in bits that an integer of 32 bits does not have.
#include <secateur.h>
static unsigned char in[2];
static double level;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    double own = 1;
    if (in[0] > 7) {
        level = 1e-300;
        own = -1;
    }
    if (in[1] > 7)
        sink = 1;
    secateur_assert(level > 0 || own < 0); //~ assertion-failure
    secateur_assert(level <= 0 || own > 0); //~ assertion-failure
    return 0;
}
