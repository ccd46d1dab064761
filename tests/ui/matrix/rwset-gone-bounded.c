// A byte that is gone has few values, and binds one that is not. The narrower state comes first.
#include <secateur.h>
static unsigned char live, other, c;
static volatile int sink;
static void bind(void)
{
    unsigned char gone;
    secateur_symbolic(&gone, 1, "gone");
    if (c > 7) {
        secateur_assume(gone < 4);
        secateur_assume((unsigned char)(live ^ other) == gone);
    } else {
        secateur_assume((unsigned char)(live ^ other) != gone);
    }
    sink = 1;
}
int main(void)
{
    secateur_symbolic(&live, 1, "live");
    secateur_symbolic(&other, 1, "other");
    secateur_symbolic(&c, 1, "c");
    bind();
    if (live < other)
        sink = 2;
    secateur_assert(live != 100 || other != 7); //~ assertion-failure
    secateur_assert(live != 3 || other != 1); //~ assertion-failure
    return 0;
}
