// Every continuation of the first state ends at an assumption, and none of the second.
#include <secateur.h>
static unsigned char in[3];
static int v;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    else if (in[0] == 3)
        v = 2;
    if (in[1] > 7)
        sink = 1;
    secateur_assume(v == 1);
    secateur_assert(in[2] != 76); //~ assertion-failure
    return 0;
}
