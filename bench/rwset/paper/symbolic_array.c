// Section 3.3: a write at a symbolic index may hit any element, so it hides none of the writes before it, and a read at a
// symbolic index reads them all.
#include "../rest.h"

static int a[8];

static void seen(void) {}

int main(void) {
    unsigned i, j;
    int x;
    secateur_symbolic(&i, sizeof i, "i");
    secateur_symbolic(&j, sizeof j, "j");
    secateur_symbolic(&x, sizeof x, "x");
    secateur_assume(i < 8 && j < 8);
    if (x == 1)
        a[3] = 5;
    if (x == 2)
        a[4] = 6;
    a[i] = 7;
    if (a[3] == 5)
        seen();
    if (a[j] == 6)
        seen();
    rest();
    return 0;
}
