// A char or short may be shifted by more than its own width, because it is promoted to int.
#include <stdint.h>

static volatile uint8_t byte = 0x7f;
static volatile uint16_t half = 0x0fff;
static volatile int nine = 9;

int main(void)
{
    int wide = byte << 20;
    int none = half >> 20;
    byte <<= nine;
    return wide != 0x07f00000 || none != 0 || byte != 0;
}
