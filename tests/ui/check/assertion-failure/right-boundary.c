// Assertions on the very edge of their conditions hold.
#include <assert.h>
#include <limits.h>

_Static_assert(CHAR_BIT == 8, "bytes have eight bits");

static int clamp(int x, int low, int high)
{
    assert(low <= high);
    return x < low ? low : x > high ? high : x;
}

int main(void)
{
    assert(clamp(INT_MIN, 0, 0) == 0);
    assert(clamp(5, 5, 9) == 5);
    assert(clamp(9, 5, 9) == 9);
    assert(!(clamp(10, 5, 9) > 9));
    return 0;
}
