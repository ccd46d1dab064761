// Section 2.2: the bound of a loop is input, with n < 10. Every way out of the loop knows something else about n, and
// nobody reads i or n afterwards.
#include "../rest.h"

static void foo(void) {}

int main(void) {
    unsigned n;
    secateur_symbolic(&n, sizeof n, "n");
    secateur_assume(n < 10);
    for (unsigned i = 0; i < n; i++)
        foo();
    rest();
    return 0;
}
