//@ space: 3 bytes; 0,9 0,9 0,9
// The first path clears a flag that is clear. It matters where another byte has set it before.
#include <secateur.h>
static unsigned char in[3];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        flag = 1;
    if (in[1] < 5)
        flag = 0;
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
