// An access that went well tells something of its index, and the paths made different ones.
#include <secateur.h>
static unsigned char in[2], low[4], high[4];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[0] < 10);
    if (in[1] > 7)
        sink = low[in[0]]; //~ out-of-bounds-read
    else
        sink = high[9 - in[0]]; //~ out-of-bounds-read
    secateur_assert(in[0] != 2); //~ assertion-failure
    secateur_assert(in[0] != 8); //~ assertion-failure
    return 0;
}
