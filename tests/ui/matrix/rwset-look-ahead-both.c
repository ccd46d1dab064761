// Look-ahead leaves out sides that lead to nothing new; what they would have read still matters to the other state.
#include <secateur.h>
static unsigned char in[4];
static int v;
static volatile int sink;
static void common(int i)
{
    if (in[i] > 7)
        sink = 1;
    else
        sink = 2;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    common(1);
    if (in[0] > 7)
        v = 1;
    common(2);
    common(3);
    if (in[3] > 100)
        if (v == 1)
            secateur_assert(in[2] < 100); //~ assertion-failure
    if (v == 0)
        secateur_assert(in[2] < 200); //~ assertion-failure
    return 0;
}
