//@ space: 3 bytes; 0,9 0,9 0,9
// Three bytes, of which two are not enough.
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
    if (in[2] > 7)
        if (one)
            secateur_assert(two == 0); //~ assertion-failure
    return 0;
}
