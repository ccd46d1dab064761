// A value is only copied about, until something is divided by it, and nobody wants the result.
#include <secateur.h>
static unsigned char in[2];
static int v = 1, copy;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 0;
    copy = v;
    if (in[1] > 7)
        sink = 1;
    int unused = 100 / copy; //~ division-by-zero
    (void)unused;
    secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
