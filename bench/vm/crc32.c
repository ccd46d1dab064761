// Measures a table-driven CRC-32: byte loads, one table look-up and a few bit operations in each round.
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];
static uint8_t data[1 << 16];

static uint32_t crc32(uint32_t crc, const uint8_t *p, size_t n) {
    crc = ~crc;
    for (size_t i = 0; i < n; i++) crc = table[(crc ^ p[i]) & 0xff] ^ (crc >> 8);
    return ~crc;
}

int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
    uint32_t x = 1;
    for (size_t i = 0; i < sizeof data; i++) {
        x = x * 1664525 + 1013904223;
        data[i] = (uint8_t)(x >> 24);
    }
    uint32_t crc = 0;
    for (int round = 0; round < 1300; round++) crc = crc32(crc, data, sizeof data);
    printf("%08x\n", crc);
    return 0;
}
