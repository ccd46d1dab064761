// Reading a union's bytes through another member stays inside the union, up to its last byte.
#include <stdint.h>

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
};

int main(void)
{
    union word word = {.whole = 0x01010101u};
    unsigned sum = word.halves[1];
    for (int i = 3; i >= 0; i--)
        sum += word.bytes[i];
    return sum != 0x0101 + 4;
}
