// Section 3.2: with x != 12 the second line of the nest is not reached, so y is not in the read set. States with x == 12
// are not dropped all the same, because x is in it.
#include "../rest.h"

static void hello(void) {}

int main(void) {
    int x, y;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_symbolic(&y, sizeof y, "y");
    if (x != 12)
        nothing();
    if (x > 100)
        nothing();
    if (x == 12)
        if (y == 34)
            hello();
    rest();
    return 0;
}
