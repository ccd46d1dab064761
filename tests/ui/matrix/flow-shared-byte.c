//@ space: 2 bytes; 0,9 0,7,12
// Two conditions on one byte, of which the first path makes the second impossible; behind it is what another byte decides.
#include <secateur.h>
static unsigned char in[2];
static int flag;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        flag = 1;
    if (in[1] < 5)
        sink = 1;
    if (in[1] > 9)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
