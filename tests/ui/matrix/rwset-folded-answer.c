// A comparison that a path does not have to decide, since its term can have no other value, is a look at the byte all the same.
#include <secateur.h>
static unsigned char in[3], d, e;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_symbolic(&d, 1, "d");
    e = 200;
    if (in[0] & 4)
        e = d | 128;
    else
        d = in[1] & 3;
    if (in[2] & 16) {
        secateur_assert(d <= 39); //~ assertion-failure
        if (e < 199)
            secateur_assert(e != 130); //~ assertion-failure
    }
    return 0;
}
