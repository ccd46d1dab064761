// The yardstick: SHA-256 over 64 MiB. Times of other programs are given in multiples of its processor time, so that
// measurements on different machines can be compared.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK = 1 << 20, CHUNKS = 64 };

struct hash {
    uint32_t state[8];
    uint64_t bytes;
};

static uint32_t rounds[64];
static uint32_t start[8];

// The fraction bits of the square or cube root of n, found one bit after the other.
static uint32_t fraction_of_root(uint32_t n, int power) {
    uint64_t root = 0;
    for (int bit = 36; bit >= 0; bit--) {
        unsigned __int128 tried = root | (uint64_t)1 << bit, product = tried * tried;
        unsigned __int128 wanted = (unsigned __int128)n << 64;
        if (power == 3) {
            // root^3 <= n * 2^96, without leaving 128 bits: root^2 <= n * 2^96 / root.
            wanted = (wanted << 32) / tried;
        }
        if (product <= wanted)
            root = (uint64_t)tried;
    }
    return (uint32_t)root;
}

static void prepare(void) {
    int count = 0;
    for (uint32_t n = 2; count < 64; n++) {
        uint32_t divisor = 2;
        while (n % divisor != 0)
            divisor++;
        if (divisor < n)
            continue;
        if (count < 8)
            start[count] = fraction_of_root(n, 2);
        rounds[count++] = fraction_of_root(n, 3);
    }
}

static uint32_t turn(uint32_t word, int by) {
    return word >> by | word << (32 - by);
}

static void absorb(struct hash *hash, const uint8_t *block) {
    uint32_t schedule[64];
    for (int i = 0; i < 64; i++) {
        if (i < 16) {
            const uint8_t *p = block + 4 * i;
            schedule[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        } else {
            uint32_t near = schedule[i - 2], far = schedule[i - 15];
            schedule[i] = schedule[i - 16] + (turn(far, 7) ^ turn(far, 18) ^ far >> 3) + schedule[i - 7] +
                          (turn(near, 17) ^ turn(near, 19) ^ near >> 10);
        }
    }
    uint32_t a = hash->state[0], b = hash->state[1], c = hash->state[2], d = hash->state[3];
    uint32_t e = hash->state[4], f = hash->state[5], g = hash->state[6], h = hash->state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + schedule[i];
        uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + one;
        d = c;
        c = b;
        b = a;
        a = one + two;
    }
    uint32_t *state = hash->state;
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    hash->bytes += 64;
}

// Ends a message whose length is a multiple of a block's.
static void finish(struct hash *hash) {
    uint8_t last[64] = {0x80};
    uint64_t bits = hash->bytes * 8;
    for (int i = 0; i < 8; i++)
        last[63 - i] = (uint8_t)(bits >> 8 * i);
    absorb(hash, last);
}

int main(void) {
    static uint8_t chunk[CHUNK];
    struct hash hash = {.bytes = 0};
    prepare();
    memcpy(hash.state, start, sizeof start);
    for (uint32_t i = 0; i < CHUNK; i++)
        chunk[i] = (uint8_t)(i ^ i >> 8);
    for (int i = 0; i < CHUNKS; i++)
        for (uint32_t at = 0; at < CHUNK; at += 64)
            absorb(&hash, chunk + at);
    finish(&hash);
    for (int i = 0; i < 8; i++)
        printf("%08x", hash.state[i]);
    printf("\n");
    return 0;
}
