//@ space: 2 bytes; 0,9 0,9
// A divisor that two bytes lower: nothing but the division looks at it.
#include <secateur.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int divisor = 2;
    if (in[0] > 7)
        divisor--;
    if (in[1] > 7)
        divisor--;
    return 10 / divisor; //~ division-by-zero
}
