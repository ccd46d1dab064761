// Each condition alone is implied, and both together by neither state.
#include <secateur.h>
static unsigned char x, y, c;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&y, 1, "y");
    secateur_symbolic(&c, 1, "c");
    if (c > 7) {
        secateur_assume(x < 10);
        secateur_assume(y < 20);
    } else {
        secateur_assume(x < 20);
        secateur_assume(y < 10);
    }
    sink = 1;
    secateur_assert(x != 15); //~ assertion-failure
    secateur_assert(y != 15); //~ assertion-failure
    return 0;
}
