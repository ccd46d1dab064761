// Shifts by every amount that is in range give the right value at each width.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl32(uint32_t x, unsigned n) { return (x << (n & 31)) | (x >> (-n & 31)); }
static uint64_t rotr64(uint64_t x, unsigned n) { return (x >> (n & 63)) | (x << (-n & 63)); }
static uint16_t rotl16(uint16_t x, unsigned n) { return (uint16_t)((x << (n & 15)) | (x >> (-n & 15))); }
static uint8_t rotr8(uint8_t x, unsigned n) { return (uint8_t)((x >> (n & 7)) | (x << (-n & 7))); }

static uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v;
    h *= 0x100000001b3ULL;
    return h ^ (h >> 29);
}

int main(void) {
    uint64_t h = 1469598103934665603ULL;
    uint64_t pattern = 0x8123456789abcdefULL;
    for (unsigned n = 0; n < 64; n++) {
        h = mix(h, pattern << n);
        h = mix(h, pattern >> n);
        // A right shift of a negative value is arithmetic in both compilers and in the VM.
        h = mix(h, (uint64_t)((int64_t)pattern >> n));
        h = mix(h, rotr64(pattern, n));
        if (n % 9 == 0)
            printf("%2u %016llx %016llx %lld\n", n, (unsigned long long)(pattern << n),
                   (unsigned long long)(pattern >> n), (long long)((int64_t)pattern >> n));
    }
    for (unsigned n = 0; n < 32; n++) {
        h = mix(h, (uint32_t)pattern << n);
        h = mix(h, (uint32_t)pattern >> n);
        h = mix(h, (uint32_t)((int32_t)pattern >> n));
        h = mix(h, rotl32((uint32_t)pattern, n));
        if (n % 5 == 0)
            printf("%2u %08x %08x %d\n", n, (uint32_t)pattern << n, rotl32((uint32_t)pattern, n),
                   (int32_t)0x89abcdef >> n);
    }
    for (unsigned n = 0; n < 16; n++) {
        h = mix(h, rotl16(0x8421, n));
        h = mix(h, (uint64_t)((int16_t)-12345 >> n));
        printf("%2u %04x %d\n", n, rotl16(0x8425, n), (int16_t)-12345 >> n);
    }
    for (unsigned n = 0; n < 8; n++) {
        h = mix(h, rotr8(0x91, n));
        printf("%2u %02x %d\n", n, rotr8(0x91, n), (int8_t)-77 >> n);
    }

    // Extracting and inserting fields is the commonest use of shifts.
    uint32_t word = 0;
    for (unsigned i = 0; i < 8; i++) word |= (i * 2 + 1) << (4 * i);
    printf("word %08x\n", word);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t mask = 0xfu << (4 * i);
        uint32_t field = (word & mask) >> (4 * i);
        word = (word & ~mask) | ((field ^ i) << (4 * i));
    }
    printf("word %08x hash %016llx\n", word, (unsigned long long)h);
    return (int)(h % 250);
}
