//@ space: 2 bytes; 0-3 0,9
// Two bits of one byte and another byte.
#include <secateur.h>
static unsigned char in[2];
static int one, two;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] & 1)
        one = 1;
    if (in[1] > 7)
        two = one;
    if (in[0] & 2)
        secateur_assert(two == 0); //~ assertion-failure
    return 0;
}
