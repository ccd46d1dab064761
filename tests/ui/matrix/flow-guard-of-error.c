//@ space: 3 bytes; 0,9 0,9 0,9
// A check that fails ends the path as a guard does: what lies behind is reached only where another byte makes it hold.
#include <secateur.h>
static unsigned char in[3];
static int divisor, flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        divisor = 3;
    if (in[1] > 7)
        flag = 6 / divisor; //~ division-by-zero
    if (in[2] > 7)
        secateur_assert(flag != 2); //~ assertion-failure
    return 0;
}
