//@ space: 3 bytes; 0,5 0,5,9 0,9
// Bytes are tied only where a third decides so, after both were decided on.
#include <secateur.h>
static unsigned char in[3];
static int one, two;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 3)
        one = 1;
    if (in[1] > 3)
        two = 1;
    if (in[2] > 7) {
        secateur_assume(in[0] + 4 == in[1]);
        secateur_assert(!one || !two); //~ assertion-failure
    }
    return 0;
}
