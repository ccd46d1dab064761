// One state bounds two bytes, the other their difference: neither implies the other.
#include <secateur.h>
static unsigned char x, y, c;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&y, 1, "y");
    secateur_symbolic(&c, 1, "c");
    secateur_assume(x < 20 && y < 20);
    if (c > 7)
        secateur_assume(x < y);
    else
        secateur_assume(x < 10 && y < 15);
    sink = 1;
    secateur_assert(x != 12); //~ assertion-failure
    secateur_assert(x != 9 || y != 3); //~ assertion-failure
    return 0;
}
