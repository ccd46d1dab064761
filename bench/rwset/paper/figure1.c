// Figures 1 and 2: nobody reads x again after the if, so both sides have the same future. What the figure prints is a
// call here, because what is printed would wait in a buffer of the C library.
#include "../rest.h"

static void foo(void) {}
static void bar(void) {}

int main(void) {
    int x;
    secateur_symbolic(&x, sizeof x, "x");
    if (x == 1234)
        foo();
    else
        bar();
    rest();
    return 0;
}
