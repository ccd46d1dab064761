// Figure 1a of the paper: N inputs that have nothing to do with each other. Every path through the first half has one
// through the second half, so there are 2^N of them; two for each input are enough to see that the error is never
// reached.
#include <secateur.h>

#ifndef N
#define N 4
#endif

static int inputs[N];

static void error(void) {
    secateur_assert(!"an input is still zero");
}

static void test(int a[N]) {
    for (int i = 0; i < N; i++)
        if (a[i] == 0)
            a[i] = 1;
    for (int i = 0; i < N; i++)
        if (a[i] == 0)
            error();
}

int main(void) {
    secateur_symbolic(inputs, sizeof inputs, "inputs");
    test(inputs);
    return 0;
}
