//@ args: --check default,signed-overflow
//@ space: 2 bytes; 0,9 0,9
// A sum that two bytes raise does not fit where both do.
#include <secateur.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int one = 0, two = 0;
    if (in[0] > 7)
        one = 0x60000000;
    if (in[1] > 7)
        two = 0x60000000;
    int sum = one + two; //~ signed-overflow
    return sum > 5;
}
