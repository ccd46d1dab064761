//@ args: --check all
// INT_MIN % -1 is undefined because its quotient does not fit, although its remainder would.
#include <limits.h>

static volatile int divisor = -1;
static volatile int value = INT_MIN;

int main(void)
{
    int rest = value % divisor; //~ signed-overflow
    return rest;
}
