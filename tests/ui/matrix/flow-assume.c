//@ space: 2 bytes; 0,9 0,3,7
// An assumption excludes a value of one byte unless another byte has lifted it.
#include <secateur.h>
static unsigned char in[2];
static int lifted;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        lifted = 1;
    if (!lifted)
        secateur_assume(in[1] < 5);
    secateur_assert(in[1] != 7); //~ assertion-failure
    return 0;
}
