// Section 3.5: x < 10 on one path, x < 20 on the other, and whoever reads x asks only whether it is below 30.
#include "../rest.h"

int main(void) {
    unsigned x, y;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_symbolic(&y, sizeof y, "y");
    if (y == 1)
        secateur_assume(x < 10);
    else if (y == 2)
        secateur_assume(x < 5);
    else
        secateur_assume(x < 20);
    if (x < 30)
        nothing();
    rest();
    return 0;
}
