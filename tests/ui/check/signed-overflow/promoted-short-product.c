//@ args: --check all
// The product of two unsigned shorts is computed in a signed int, and the largest ones overflow it.
#include <stdint.h>

static volatile uint16_t side = 65535;

int main(void)
{
    uint16_t width = side, height = side;
    uint32_t area = width * height; //~ signed-overflow
    return area == 0;
}
