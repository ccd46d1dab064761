// A four-byte load whose first two bytes are inside the block and whose last two are not is an error.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t word_at(const void *data, size_t index)
{
    return ((const uint32_t *)data)[index]; //~ out-of-bounds-read
}

int main(void)
{
    void *packet = malloc(6);
    if (!packet)
        return 0;
    memset(packet, 1, 6);
    uint32_t sum = word_at(packet, 0);
    sum += word_at(packet, 1);
    printf("%u\n", (unsigned)sum);
    free(packet);
    return 0;
}
