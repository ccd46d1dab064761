// Zero may be divided, and extreme values may be divided by one.
#include <limits.h>

static volatile int one = 1;
static volatile int zero = 0;

int main(void)
{
    int wrong = zero / one != 0 || zero % -one != 0;
    wrong |= INT_MIN / one != INT_MIN || INT_MIN % one != 0;
    wrong |= INT_MAX / -one != -INT_MAX || INT_MAX % -one != 0;
    wrong |= -7 / (one + one) != -3 || -7 % (one + one) != -1;
    return wrong;
}
