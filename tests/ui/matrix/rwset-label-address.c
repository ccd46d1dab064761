// A label's address in a local: the same blocks lead to different ones.
#include <secateur.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    void *to = &&low;
    if (in[0] > 7)
        to = &&high;
    if (in[1] > 7)
        sink = 1;
    goto *to;
high:
    secateur_assert(sink == 0); //~ assertion-failure
    return 1;
low:
    secateur_assert(sink == 0); //~ assertion-failure
    return 2;
}
