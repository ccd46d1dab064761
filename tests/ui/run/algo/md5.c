//@ cflags: -lm
// MD5 with constants from sin() gives the digests of RFC 1321.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t constant[64];
static const uint8_t turn[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void block(uint32_t state[4], const uint8_t *p) {
    uint32_t w[16], a = state[0], b = state[1], c = state[2], d = state[3];
    for (int i = 0; i < 16; i++) w[i] = p[4 * i] | (uint32_t)p[4 * i + 1] << 8 | (uint32_t)p[4 * i + 2] << 16 | (uint32_t)p[4 * i + 3] << 24;
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int g;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d); g = i; break;
        case 1: f = (d & b) | (~d & c); g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d); g = 7 * i % 16; break;
        }
        uint32_t t = a + f + constant[i] + w[g];
        int r = turn[i / 16][i % 4];
        a = d;
        d = c;
        c = b;
        b += t << r | t >> (32 - r);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

static void md5(const void *data, size_t n, char *hex) {
    uint32_t s[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    size_t padded = (n + 8) / 64 * 64 + 64;
    uint8_t *buf = calloc(padded, 1);
    if (!buf) exit(99);
    memcpy(buf, data, n);
    buf[n] = 0x80;
    for (int i = 0; i < 8; i++) buf[padded - 8 + (size_t)i] = (uint8_t)((uint64_t)n * 8 >> (8 * i));
    for (size_t i = 0; i < padded; i += 64) block(s, buf + i);
    free(buf);
    for (int i = 0; i < 16; i++) sprintf(hex + 2 * i, "%02x", s[i / 4] >> (8 * (i % 4)) & 0xff);
}

int main(void) {
    for (int i = 0; i < 64; i++) constant[i] = (uint32_t)floor(fabs(sin(i + 1)) * 4294967296.0);
    static const char *const texts[] = {"", "a", "abc", "message digest", "abcdefghijklmnopqrstuvwxyz",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890"};
    char hex[33];
    for (int i = 0; i < 7; i++) {
        md5(texts[i], strlen(texts[i]), hex);
        printf("%s\n", hex);
    }
    // Hashing the digest again and again is a short random walk.
    for (int i = 0; i < 100; i++) md5(hex, 32, hex);
    printf("%s\n", hex);
    uint8_t bytes[130];
    unsigned sum = 0;
    for (size_t n = 0; n < sizeof bytes; n++) {
        bytes[n] = (uint8_t)(n * 7);
        md5(bytes, n + 1, hex);
        sum = sum * 31 + (unsigned)strtoul(hex + 24, NULL, 16);
    }
    printf("%08x\n", sum);
    return (int)(sum % 256);
}
