// The divisor is input, and on one path it cannot be zero.
#include <secateur.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        sink = 1;
    sink = 2;
    if (in[1] > 7)
        sink = 3;
    int unused = 100 / in[0]; //~ division-by-zero
    (void)unused;
    secateur_assert(in[0] != 9); //~ assertion-failure
    return 0;
}
