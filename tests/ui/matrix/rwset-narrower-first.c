// x < 10 is inside of x < 20, but not the other way round: x < 15 has another side for one of them.
#include <secateur.h>
static unsigned char x, c;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&c, 1, "c");
    if (c > 7)
        secateur_assume(x < 10);
    else
        secateur_assume(x < 20);
    sink = 1;
    if (x < 15)
        sink = 2;
    else
        secateur_assert(x != 17); //~ assertion-failure
    return 0;
}
