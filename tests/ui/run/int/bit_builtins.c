// The bit-counting and byte-swapping builtins agree with loops that do the same by hand.
#include <stdint.h>
#include <stdio.h>

static int slow_popcount(uint64_t x) {
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

static int slow_clz(uint64_t x, int width) {
    int n = 0;
    for (int i = width - 1; i >= 0 && !(x >> i & 1); i--) n++;
    return n;
}

static int slow_ctz(uint64_t x) {
    int n = 0;
    while (!(x >> n & 1)) n++;
    return n;
}

static uint64_t slow_bswap(uint64_t x, int bytes) {
    uint64_t r = 0;
    for (int i = 0; i < bytes; i++) r |= (x >> (8 * i) & 0xff) << (8 * (bytes - 1 - i));
    return r;
}

static uint64_t reverse(uint64_t x) {
    uint64_t r = 0;
    for (int i = 0; i < 64; i++, x >>= 1) r = r << 1 | (x & 1);
    return r;
}

static int wrong;
static void same(const char *what, uint64_t x, uint64_t got, uint64_t want) {
    if (got == want) return;
    wrong++;
    printf("%s(%llx): %llu, wanted %llu\n", what, (unsigned long long)x, (unsigned long long)got, (unsigned long long)want);
}

int main(void) {
    uint64_t x = 0x9e3779b97f4a7c15ULL, sum = 0;
    for (int i = 0; i < 300; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        // Shifting by i spreads the values over all bit lengths; the low bit keeps them nonzero.
        uint64_t v = (x >> (i % 64)) | (i & 1);
        if (!v) v = 1;
        uint32_t w = (uint32_t)v ? (uint32_t)v : 8;
        same("popcountll", v, (uint64_t)__builtin_popcountll(v), (uint64_t)slow_popcount(v));
        same("popcount", w, (uint64_t)__builtin_popcount(w), (uint64_t)slow_popcount(w));
        same("clzll", v, (uint64_t)__builtin_clzll(v), (uint64_t)slow_clz(v, 64));
        same("clz", w, (uint64_t)__builtin_clz(w), (uint64_t)slow_clz(w, 32));
        same("ctzll", v, (uint64_t)__builtin_ctzll(v), (uint64_t)slow_ctz(v));
        same("ctz", w, (uint64_t)__builtin_ctz(w), (uint64_t)slow_ctz(w));
        same("ffsll", v, (uint64_t)__builtin_ffsll((long long)v), (uint64_t)slow_ctz(v) + 1);
        same("ffs", w, (uint64_t)__builtin_ffs((int)w), (uint64_t)slow_ctz(w) + 1);
        same("parityll", v, (uint64_t)__builtin_parityll(v), (uint64_t)slow_popcount(v) & 1);
        same("parity", w, (uint64_t)__builtin_parity(w), (uint64_t)slow_popcount(w) & 1);
        same("bswap64", v, __builtin_bswap64(v), slow_bswap(v, 8));
        same("bswap32", w, __builtin_bswap32(w), slow_bswap(w, 4));
        same("bswap16", w, __builtin_bswap16((uint16_t)w), slow_bswap(w & 0xffff, 2));
        int s = (int)w;
        same("clrsb", w, (uint64_t)__builtin_clrsb(s), (uint64_t)slow_clz((uint32_t)(s < 0 ? ~s : s), 32) - 1);
        sum += reverse(v) % 1009 + (uint64_t)__builtin_clzll(v) * (uint64_t)__builtin_ctzll(v);
    }
    printf("ffs of zero %d %d\n", __builtin_ffs(0), __builtin_ffsll(0));
    printf("wrong %d sum %llu\n", wrong, (unsigned long long)sum);
    for (unsigned i = 1; i < 70000; i = i * 3 + 1) printf("%d ", 31 - __builtin_clz(i));
    printf("\n");
    return wrong ? 255 : (int)(sum % 200);
}
