// A byte twice, or two bytes: every byte alone is any input.
#include <secateur.h>
static unsigned char in[3], p, q;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    p = in[0];
    q = in[1];
    if (in[2] > 7)
        q = in[0];
    in[0] = in[1] = in[2] = 0;
    sink = 1;
    if (p == q)
        secateur_assert(p != 33); //~ assertion-failure
    else
        secateur_assert(p != 44); //~ assertion-failure
    return 0;
}
