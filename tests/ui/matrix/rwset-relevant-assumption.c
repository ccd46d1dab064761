// A value matters to no branch and no check, but to an assumption.
#include <secateur.h>
static unsigned char in[3];
static int v, copy;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 40;
    copy = v;
    if (in[1] > 7)
        sink = 1;
    secateur_assume(in[2] < 20 + copy && in[2] >= copy);
    secateur_assert(in[2] != 10); //~ assertion-failure
    secateur_assert(in[2] != 50); //~ assertion-failure
    return 0;
}
