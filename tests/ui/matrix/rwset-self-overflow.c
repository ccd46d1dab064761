//@ args: --check signed-overflow,assertion-failure
// A counter that only makes its own next value overflows, and that is checked.
#include <limits.h>
#include <secateur.h>
static unsigned char in[4];
static int n = 5;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        n = INT_MAX - 1;
    for (int i = 1; i < 4; i++)
        if (in[i] > 7)
            n++; //~ signed-overflow
    secateur_assert(in[3] != 9); //~ assertion-failure
    return 0;
}
