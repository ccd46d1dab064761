// A path ends at a state that was seen; what was read behind it counts for everything before it, too.
#include <secateur.h>
static unsigned char in[4];
static int v;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    if (in[1] > 7)
        sink = 1;
    if (in[2] > 7)
        sink = 2;
    if (in[3] > 7)
        sink = 3;
    sink = 0;
    secateur_assert(v != 0); //~ assertion-failure
    secateur_assert(v != 1); //~ assertion-failure
    return 0;
}
