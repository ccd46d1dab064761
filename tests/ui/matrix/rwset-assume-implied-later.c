// The same with new input in between, and sides that other strategies come to in another order.
#include <secateur.h>
static unsigned char in[5], d0, d1 = 7;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_symbolic(&d0, 1, "d0");
    if (in[2] > 8)
        d1 = in[1] ^ 147;
    if (in[2] & 4) {
        secateur_symbolic(&d1, 1, "fresh");
        if (in[4] > 32)
            sink = 1;
    }
    if (d1 & 128)
        if (d0 > 223)
            sink = 2;
    secateur_assume(in[2] > 15);
    return 0;
}
