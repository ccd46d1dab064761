//@ args: --check all
// Unsigned arithmetic wraps round, and is no overflow.
#include <limits.h>

static volatile unsigned top = UINT_MAX;

int main(void)
{
    unsigned sum = top + 1;
    unsigned product = top * top;
    unsigned negated = -1u * top;
    unsigned long hash = 5381;
    for (int i = 0; i < 100; i++)
        hash = hash * 33 + 7;
    return sum != 0 || product != 1 || negated != 1 || 0u - top != 1 || hash == 0;
}
