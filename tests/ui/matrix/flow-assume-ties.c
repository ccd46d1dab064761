//@ space: 3 bytes; 0,5,9 0,5,9 0,9
// An assumption makes two bytes equal, so what is decided on one is decided on the other.
#include <secateur.h>
static unsigned char in[3];
static int one, two;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[0] == in[1]);
    if (in[0] > 3)
        one = 1;
    if (in[1] < 8)
        two = 1;
    if (in[2] > 7)
        secateur_assert(!one || !two); //~ assertion-failure
    return 0;
}
