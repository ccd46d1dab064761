// Each of two conditions on a byte that is gone leaves every value to the one that is not; both together do not.
#include <secateur.h>
static unsigned char live, c;
static volatile int sink;
static void bind(void)
{
    unsigned char gone;
    secateur_symbolic(&gone, 1, "gone");
    if (c > 7) {
        secateur_assume(live <= gone);
        secateur_assume(gone <= (unsigned char)(c & 3));
    } else {
        secateur_assume(gone <= live);
    }
    sink = 1;
}
int main(void)
{
    secateur_symbolic(&live, 1, "live");
    secateur_symbolic(&c, 1, "c");
    bind();
    if (live > 3)
        sink = 2;
    secateur_assert(live != 2); //~ assertion-failure
    secateur_assert(live != 200); //~ assertion-failure
    return 0;
}
