// A jump back into the middle of a block that another path left by its end.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int tries = 0, v = 0;
    if (in[0] > 7)
        goto middle;
again:
    v += 2;
middle:
    v += 1;
    if (in[1] > 100 && tries++ == 0)
        goto again;
    sink = 0;
    secateur_assert(v != 1 || in[2] != 4); //~ assertion-failure
    secateur_assert(v != 3 || in[2] != 4); //~ assertion-failure
    secateur_assert(v != 4 || in[2] != 4); //~ assertion-failure
    secateur_assert(v != 6 || in[2] != 4); //~ assertion-failure
    return 0;
}
