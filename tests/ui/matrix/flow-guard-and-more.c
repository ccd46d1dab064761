//@ space: 3 bytes; 0,9 0,9 0,9
// Behind an assertion that fails on the first path there is also something that has to do with nothing else.
#include <secateur.h>
static unsigned char in[3];
static int closed, flag;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] < 5)
        closed = 1;
    if (in[1] > 7)
        flag = 1;
    secateur_assert(closed != 1); //~ assertion-failure
    secateur_assert(flag != 1); //~ assertion-failure
    if (in[2] > 7)
        sink = 1;
    return 0;
}
