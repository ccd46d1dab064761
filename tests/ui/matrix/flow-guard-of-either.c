//@ space: 3 bytes; 0,9 0,9 0,9
// A guard that either of two bytes opens. Behind it, it matters which.
#include <secateur.h>
static unsigned char in[3];
static int one, two;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        one = 1;
    if (in[1] > 7)
        two = 1;
    if (!one && !two)
        return 1;
    if (in[2] > 7)
        secateur_assert(one || !two); //~ assertion-failure
    return 0;
}
