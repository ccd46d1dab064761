//@ args: --check all
// Results that are just INT_MAX or INT_MIN still fit.
#include <limits.h>

static volatile int one = 1;

int main(void)
{
    int high = (INT_MAX - one) + one;
    int low = -INT_MAX - one;
    int product = (INT_MIN / 2) * (one + one);
    int negated = -(INT_MIN + one);
    int quotient = INT_MIN / one;
    int other = (INT_MIN + one) / -one;
    high--;
    high++;
    int wrong = high != INT_MAX || low != INT_MIN || product != INT_MIN;
    return wrong || negated != INT_MAX || quotient != INT_MIN || other != INT_MAX;
}
