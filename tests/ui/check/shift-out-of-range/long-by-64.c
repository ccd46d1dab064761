// Collecting nine bytes into a 64-bit word shifts the last one by 64.
#include <stdint.h>

static uint64_t collect(const unsigned char *bytes, int count)
{
    uint64_t word = 0;
    for (int i = 0; i < count; i++)
        word |= (uint64_t)bytes[i] << (8 * i); //~ shift-out-of-range
    return word;
}

int main(void)
{
    const unsigned char bytes[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    return collect(bytes, 9) == 0;
}
