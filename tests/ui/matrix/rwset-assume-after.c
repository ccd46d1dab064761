// An assumption behind the join holds for one of the states, and for the other with a rare byte only.
#include <secateur.h>
static unsigned char in[3];
static int v;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    if (in[1] > 7)
        sink = 1;
    secateur_assume(v == 1 || in[2] == 77);
    secateur_assert(in[2] != 76); //~ assertion-failure
    secateur_assert(v != 0); //~ assertion-failure
    return 0;
}
