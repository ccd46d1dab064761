//@ space: 2 bytes; 0,7,9 0,7,9
// Which value a variable has is decided by one byte, and only then is there anything to decide on the other.
#include <secateur.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int value = 0;
    if (in[0] > 7)
        value = in[1];
    secateur_assert(value != 7); //~ assertion-failure
    return 0;
}
