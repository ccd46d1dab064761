// A rotation that masks both distances never shifts by the width, not even for zero.
#include <stdint.h>

static uint32_t rotate(uint32_t word, unsigned distance)
{
    return word << (distance & 31) | word >> (-distance & 31);
}

int main(void)
{
    uint32_t word = 0x80000001u;
    for (unsigned distance = 0; distance <= 64; distance++)
        word = rotate(word, distance);
    return rotate(word, 32) != word || rotate(1, 31) != 0x80000000u;
}
