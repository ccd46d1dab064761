// Measures SHA-256 in plain C: 32-bit rotations, additions and small fixed arrays.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64], first[8];

static uint32_t rotr(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

// The constants are the first 32 fraction bits of roots of primes, found by bisection in integers.
static uint32_t root_bits(uint64_t n, int cube) {
    uint64_t lo = 0, hi = 1ULL << 40;
    while (hi - lo > 1) {
        uint64_t mid = lo + (hi - lo) / 2;
        unsigned __int128 sq = (unsigned __int128)mid * mid;
        int above = cube ? sq > ((unsigned __int128)n << 96) / mid : sq > (unsigned __int128)n << 64;
        if (above) hi = mid;
        else lo = mid;
    }
    return (uint32_t)lo;
}

static void constants(void) {
    int found = 0;
    for (unsigned n = 2; found < 64; n++) {
        int prime = 1;
        for (unsigned d = 2; d * d <= n; d++)
            if (n % d == 0) prime = 0;
        if (!prime) continue;
        if (found < 8) first[found] = root_bits(n, 0);
        k[found++] = root_bits(n, 1);
    }
}

static void block(uint32_t h[8], const uint8_t *p) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], z = h[7];
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = z + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
        uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        z = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
    h[5] += f;
    h[6] += g;
    h[7] += z;
}

static void sha256(const uint8_t *p, size_t n, uint32_t h[8]) {
    uint8_t tail[128] = {0};
    memcpy(h, first, sizeof first);
    size_t full = n / 64 * 64, rest = n - full, end = rest < 56 ? 64 : 128;
    for (size_t i = 0; i < full; i += 64) block(h, p + i);
    memcpy(tail, p + full, rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++) tail[end - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> (8 * i));
    for (size_t i = 0; i < end; i += 64) block(h, tail + i);
}

int main(void) {
    static uint8_t message[1 << 16];
    constants();
    for (size_t i = 0; i < sizeof message; i++) message[i] = (uint8_t)(i * 31 + (i >> 8));
    uint32_t h[8];
    sha256((const uint8_t *)"abc", 3, h);
    printf("%08x\n", h[0]);
    for (int round = 0; round < 140; round++) {
        sha256(message, sizeof message, h);
        memcpy(message, h, sizeof h);
    }
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    printf("\n");
    return 0;
}
