// SHA-256 of the standard texts, of pieces and of a longer stream gives the published digests.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct sha { uint32_t h[8]; uint8_t block[64]; uint64_t total; };

static uint32_t k[64];

// The constants are the fractional parts of roots of primes, taken here in integer arithmetic.
static uint64_t root_fraction(unsigned n, int cube) {
    unsigned __int128 lo = 0, hi = (unsigned __int128)1 << 40;
    while (hi - lo > 1) {
        unsigned __int128 mid = (lo + hi) / 2;
        unsigned __int128 v = cube ? 0 : mid * mid;
        int above;
        if (cube) {
            unsigned __int128 sq = mid * mid;
            above = sq / 65536 * (mid / 65536) >= (unsigned __int128)n << 64;
            if (!above) above = sq > ((unsigned __int128)n << 96) / mid;
        } else above = v > (unsigned __int128)n << 64;
        if (above) hi = mid;
        else lo = mid;
    }
    return (uint64_t)lo & 0xffffffffu;
}

static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void transform(struct sha *s) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)s->block[4 * i] << 24 | (uint32_t)s->block[4 * i + 1] << 16 | (uint32_t)s->block[4 * i + 2] << 8 | s->block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[i - 7] + (ror(b, 17) ^ ror(b, 19) ^ b >> 10);
    }
    memcpy(v, s->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = v[7] + (ror(v[4], 6) ^ ror(v[4], 11) ^ ror(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t t2 = (ror(v[0], 2) ^ ror(v[0], 13) ^ ror(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void init(struct sha *s) {
    memset(s, 0, sizeof *s);
    int found = 0;
    for (unsigned n = 2; found < 64; n++) {
        int prime = 1;
        for (unsigned d = 2; d * d <= n; d++) prime &= n % d != 0;
        if (!prime) continue;
        if (found < 8) s->h[found] = (uint32_t)root_fraction(n, 0);
        k[found++] = (uint32_t)root_fraction(n, 1);
    }
}

static void update(struct sha *s, const void *data, size_t n) {
    const uint8_t *p = data;
    while (n--) {
        s->block[s->total++ % 64] = *p++;
        if (s->total % 64 == 0) transform(s);
    }
}

static void finish(struct sha *s, char *hex) {
    uint64_t bits = s->total * 8;
    update(s, "\x80", 1);
    while (s->total % 64 != 56) update(s, "", 1);
    uint8_t len[8];
    for (int i = 0; i < 8; i++) len[i] = (uint8_t)(bits >> (56 - 8 * i));
    update(s, len, 8);
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08x", s->h[i]);
}

int main(void) {
    static const char *const texts[] = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
    char hex[65];
    struct sha fresh, s;
    init(&fresh);
    for (int i = 0; i < 3; i++) {
        s = fresh;
        update(&s, texts[i], strlen(texts[i]));
        finish(&s, hex);
        printf("%s\n", hex);
    }
    s = fresh;
    for (int i = 0; i < 200; i++) update(&s, "0123456789", (size_t)(i % 11));
    finish(&s, hex);
    printf("%s\n", hex);
    return (int)(s.h[0] % 256);
}
