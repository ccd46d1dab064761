// Both paths ask for a new byte after they met, but one of them asked for one before, and kept it.
#include <secateur.h>
static unsigned char c, kept, fresh;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&c, 1, "c");
    if (c > 7)
        secateur_symbolic(&kept, 1, "byte");
    sink = 1;
    secateur_symbolic(&fresh, 1, "byte");
    if (kept == fresh)
        secateur_assert(fresh != 9); //~ assertion-failure
    else
        secateur_assert(fresh != 7 || kept != 0); //~ assertion-failure
    return 0;
}
