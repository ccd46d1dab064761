// A loop whose bound is input, up to BOUND, and then code with branches of its own. The loop has BOUND + 1 ways out; what
// it computed on the way is not read again, so there is one future for them all.
#ifndef BOUND
#define BOUND 200
#endif
#define REST 8
#include "../rest.h"

static unsigned char data[BOUND];

int main(void) {
    unsigned n;
    unsigned sum = 0;
    secateur_symbolic(&n, sizeof n, "n");
    secateur_assume(n <= BOUND);
    for (unsigned i = 0; i < n; i++) {
        data[i] = (unsigned char)i;
        sum += data[i];
    }
    if (sum > 1000)
        nothing();
    rest();
    return 0;
}
