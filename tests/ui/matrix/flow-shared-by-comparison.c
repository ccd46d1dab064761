//@ space: 3 bytes; 0,5,9 0,7 0,5,9
// Each byte is compared with the next, and the last condition is about the outer two.
#include <secateur.h>
static unsigned char in[3];
static int rising;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] < in[1])
        rising++;
    if (in[1] < in[2])
        rising++;
    if (in[0] + in[2] == 14)
        secateur_assert(rising != 2); //~ assertion-failure
    return 0;
}
