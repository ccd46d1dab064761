//@ space: 4 bytes; 0,9 0,9 0,9 0,9
// Each flag is set where a byte decides so and the flag before is set: every step is seen only after the one before it.
#include <secateur.h>
static unsigned char in[4];
static int one, two, three;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        one = 1;
    if (in[1] > 7)
        if (one)
            two = 1;
    if (in[2] > 7)
        if (two)
            three = 1;
    if (in[3] > 7)
        secateur_assert(three == 0); //~ assertion-failure
    return 0;
}
