// The same with the wider condition on the other side of the branch, which turns the order round.
#include <secateur.h>
static unsigned char x, c;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&c, 1, "c");
    if (c > 7)
        secateur_assume(x >= 100);
    else
        secateur_assume(x >= 200);
    sink = 1;
    if (x >= 150)
        sink = 2;
    else
        secateur_assert(x != 120); //~ assertion-failure
    return 0;
}
