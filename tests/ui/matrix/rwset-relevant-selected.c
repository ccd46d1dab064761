// A value decides which of two others is taken, without any branch, and one of those decides.
#include <secateur.h>
static unsigned char in[3];
static int v, a = 1, b = 2;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = -1;
    if (in[1] > 7)
        sink = 1;
    int taken = (a & v) | (b & ~v);
    secateur_assert(taken != 1); //~ assertion-failure
    secateur_assert(taken != 2); //~ assertion-failure
    return 0;
}
