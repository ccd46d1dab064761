// The same where the byte was tied on one side of a branch only, and is asked about before the assumption.
#include <secateur.h>
static unsigned char in[3], d0, d1;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_symbolic(&d0, 1, "d0");
    secateur_symbolic(&d1, 1, "d1");
    if (in[1] > 151) {
        if (in[1] < d1)
            sink = 1;
    } else {
        if (in[2] > 205)
            sink = 2;
        if (d0 & 32)
            sink = 3;
    }
    if (d1 > 210)
        sink = 4;
    secateur_assume(d1 < 74);
    return 0;
}
