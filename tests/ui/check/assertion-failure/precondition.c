//@ sanitizer: signal
// A callee's precondition fails for the second of its calls.
#include <assert.h>

static int root(int square)
{
    assert(square >= 0); //~ assertion-failure
    int r = 0;
    while ((r + 1) * (r + 1) <= square)
        r++;
    return r;
}

int main(void)
{
    int sum = root(17);
    sum += root(3 - sum);
    return sum == 0;
}
