//@ args: --check all
// LONG_MIN / -1 overflows in 64 bits as INT_MIN / -1 does in 32.
#include <limits.h>

static volatile long divisor = -1;

static long quotient(long value)
{
    return value / divisor; //~ signed-overflow
}

int main(void)
{
    long sum = quotient(LONG_MAX);
    sum ^= quotient(LONG_MIN);
    return sum == 0;
}
