// Shifts by zero and by the width less one are the extremes that are allowed.
#include <stdint.h>

static volatile int width = 32;

int main(void)
{
    uint32_t high = (uint32_t)1 << (width - 1);
    uint64_t long_high = (uint64_t)1 << (2 * width - 1);
    int wrong = high >> (width - 1) != 1 || long_high >> (2 * width - 1) != 1;
    wrong |= high << (width - 32) != 0x80000000u;
    wrong |= -1 >> (width - 1) != -1;
    return wrong;
}
