//@ space: 3 bytes; 0,9 0,9 0,9
// A jump over two assignments: what is not written matters later.
#include <secateur.h>
static unsigned char in[3];
static int one = 1, two = 1;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        goto behind_one;
    one = 0;
behind_one:
    if (in[1] > 7)
        goto behind_two;
    two = 0;
behind_two:
    if (in[2] > 7)
        secateur_assert(!one || !two); //~ assertion-failure
    return 0;
}
