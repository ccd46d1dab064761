//@ space: 2 bytes; 0,9 0,9
// A global is written on the side that the first path does not take, and read on a side that it does not take either.
#include <secateur.h>
static unsigned char in[2];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        flag = 1;
    if (in[1] > 7)
        if (flag)
            secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
