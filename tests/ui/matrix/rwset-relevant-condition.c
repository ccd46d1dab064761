// A comparison is stored as a number, and branches look at the number only.
#include <secateur.h>
static unsigned char in[2];
static int is_large, seen;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    is_large = in[0] > 100;
    if (is_large)
        sink = 1;
    seen = is_large;
    if (in[1] > 7)
        sink = 2;
    is_large = 0;
    if (seen)
        secateur_assert(in[1] != 9); //~ assertion-failure
    else
        secateur_assert(in[1] != 8); //~ assertion-failure
    return 0;
}
