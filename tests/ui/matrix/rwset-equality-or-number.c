// A path that fixed a byte by a comparison, and one that has the same number without having looked.
#include <secateur.h>
static unsigned char in[3];
static unsigned char v;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 5)
        v = in[0];
    else
        v = 6;
    if (in[1] > 7)
        sink = 1;
    secateur_assert(v != 5 || in[1] < 8); //~ assertion-failure
    secateur_assert(v != 6 || in[1] < 8); //~ assertion-failure
    return 0;
}
