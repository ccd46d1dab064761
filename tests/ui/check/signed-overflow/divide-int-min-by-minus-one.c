//@ args: --check all
// INT_MIN divided by -1 does not fit an int.
#include <limits.h>

static int scale(int value, int divisor)
{
    return value / divisor; //~ signed-overflow
}

int main(void)
{
    int sum = 0;
    for (int divisor = 2; divisor >= -1; divisor--)
        if (divisor != 0)
            sum ^= scale(INT_MIN, divisor);
    return sum == 0;
}
