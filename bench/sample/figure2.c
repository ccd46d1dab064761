// Figure 2 of the paper, with the ranges of its example 3.1: five of the 2,211 inputs multiply to 210.
#include <secateur.h>

static int multiply(int x, int y) {
    return x * y;
}

int main(void) {
    int x, y;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_symbolic(&y, sizeof y, "y");
    secateur_assume(x >= -100 && x <= 100);
    secateur_assume(y >= 0 && y <= 10);
    int z = multiply(x, y);
    secateur_assert(z != 210);
    return 0;
}
