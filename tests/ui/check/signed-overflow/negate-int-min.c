//@ args: --check all
// The smallest int has no positive counterpart, so it cannot be negated.
#include <limits.h>

static int absolute(int x)
{
    return x < 0 ? -x : x; //~ signed-overflow
}

int main(void)
{
    int sum = absolute(INT_MIN + 1) & 1;
    sum += absolute(INT_MIN) & 1;
    return sum == 0;
}
