//@ args: --check signed-overflow,assertion-failure
// Only a check that is off by default sees the difference.
#include <limits.h>
#include <secateur.h>
static unsigned char in[2];
static int v = 5;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = INT_MAX;
    if (in[1] > 7)
        sink = 1;
    sink = v + 1; //~ signed-overflow
    secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
