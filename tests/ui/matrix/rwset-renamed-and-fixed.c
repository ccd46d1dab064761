// The renamed byte is looked at a second time under its own name.
#include <secateur.h>
static unsigned char in[3], p;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    p = in[1];
    if (in[2] > 7)
        p = in[0];
    in[2] = 0;
    sink = 1;
    if (p == 20) {
        secateur_assert(in[0] == 20); //~ assertion-failure
        secateur_assert(in[1] == 20); //~ assertion-failure
    }
    return 0;
}
