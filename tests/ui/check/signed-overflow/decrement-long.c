//@ args: --check all
// A long that is decremented at LONG_MIN overflows.
#include <limits.h>

static volatile long lowest = LONG_MIN + 2;

int main(void)
{
    long value = lowest;
    for (int i = 0; i < 3; i++) {
        --value; //~ signed-overflow
    }
    return value > 0;
}
