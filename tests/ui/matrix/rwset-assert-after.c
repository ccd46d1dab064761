// An assertion behind the join fails for one of the states whatever the rest of the input is.
#include <secateur.h>
static unsigned char in[3];
static int v;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++)
        if (in[i] > 7)
            v += i + 1;
    sink = 1;
    secateur_assert(v != 2); //~ assertion-failure
    if (v == 3)
        secateur_assert(in[2] < 100); //~ assertion-failure
    return 0;
}
