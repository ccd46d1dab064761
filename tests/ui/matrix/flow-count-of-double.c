//@ space: 3 bytes; 0,9 0,9 0,9
// The same in floating point, looked at where the last byte decides so.
#include <secateur.h>
static unsigned char in[3];
static double sum;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        sum += 0.5;
    if (in[1] > 7)
        sum += 0.25;
    if (in[2] > 7)
        secateur_assert(sum != 0.75); //~ assertion-failure
    return 0;
}
