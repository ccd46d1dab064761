//@ args: --check all
// Testing against the limits before an addition or in a wider type avoids the overflow.
#include <limits.h>

static int saturating_add(int a, int b)
{
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}

int main(void)
{
    int wrong = saturating_add(INT_MAX, 1) != INT_MAX || saturating_add(INT_MIN, -1) != INT_MIN;
    wrong |= saturating_add(INT_MIN, INT_MAX) != -1;
    wrong |= (long)INT_MAX * INT_MAX != 4611686014132420609L;
    return wrong;
}
