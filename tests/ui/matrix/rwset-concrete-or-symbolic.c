// A byte is a number on one path and input on the other.
#include <secateur.h>
static unsigned char in[3], v = 4;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[1] != 4);
    if (in[0] > 7)
        v = in[1];
    if (in[2] > 7)
        sink = 1;
    secateur_assert(v != 4); //~ assertion-failure
    secateur_assert(v != 9); //~ assertion-failure
    return 0;
}
