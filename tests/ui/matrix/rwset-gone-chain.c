// Bytes that are gone are tied to each other, and only the last of them to one that is not.
#include <secateur.h>
static unsigned char live, c;
static volatile int sink;
static void bind(void)
{
    unsigned char gone[3];
    secateur_symbolic(gone, sizeof gone, "gone");
    secateur_assume(gone[0] < gone[1] && gone[1] < gone[2]);
    if (c > 7)
        secateur_assume(gone[2] <= live);
    else
        secateur_assume(live < gone[0]);
    sink = 1;
}
int main(void)
{
    secateur_symbolic(&live, 1, "live");
    secateur_symbolic(&c, 1, "c");
    bind();
    if (live < 9)
        sink = 2;
    secateur_assert(live != 1); //~ assertion-failure
    secateur_assert(live != 254); //~ assertion-failure
    return 0;
}
