// Sieves of bytes, of bits and of segments, trial division and Miller-Rabin agree on the primes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LIMIT 20000

static uint8_t composite[LIMIT];
static uint64_t bits[LIMIT / 128 + 1];

static void sieve(void) {
    composite[0] = composite[1] = 1;
    for (int i = 2; i * i < LIMIT; i++)
        if (!composite[i])
            for (int j = i * i; j < LIMIT; j += i) composite[j] = 1;
}

// Only odd numbers have a bit.
static void sieve_bits(void) {
    for (int i = 3; i * i < LIMIT; i += 2)
        if (!(bits[i / 128] >> (i / 2 % 64) & 1))
            for (int j = i * i; j < LIMIT; j += 2 * i) bits[j / 128] |= 1ULL << (j / 2 % 64);
}

static uint64_t power(uint64_t b, uint64_t e, uint64_t m) {
    uint64_t r = 1;
    for (b %= m; e; e >>= 1) {
        if (e & 1) r = (uint64_t)((unsigned __int128)r * b % m);
        b = (uint64_t)((unsigned __int128)b * b % m);
    }
    return r;
}

static int miller_rabin(uint64_t n) {
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 2) return 0;
    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0) return n == bases[i];
    uint64_t d = n - 1;
    int s = __builtin_ctzll(d);
    d >>= s;
    for (int i = 0; i < 12; i++) {
        uint64_t x = power(bases[i], d, n);
        if (x == 1 || x == n - 1) continue;
        int r = 1;
        for (; r < s; r++) {
            x = (uint64_t)((unsigned __int128)x * x % n);
            if (x == n - 1) break;
        }
        if (r == s) return 0;
    }
    return 1;
}

static int segment(uint64_t from, int n) {
    static uint8_t hit[2000];
    memset(hit, 0, sizeof hit);
    for (uint64_t p = 2; p * p < from + (uint64_t)n; p++) {
        if (composite[p]) continue;
        for (uint64_t j = (from + p - 1) / p * p; j < from + (uint64_t)n; j += p) hit[j - from] = 1;
    }
    int count = 0;
    for (int i = 0; i < n; i++) count += !hit[i];
    return count;
}

static void factor(uint64_t n) {
    printf("%llu =", (unsigned long long)n);
    for (uint64_t p = 2; p * p <= n; p += p == 2 ? 1 : 2)
        while (n % p == 0) {
            printf(" %llu", (unsigned long long)p);
            n /= p;
        }
    if (n > 1) printf(" %llu", (unsigned long long)n);
    printf("\n");
}

int main(void) {
    sieve();
    sieve_bits();
    int count = 0, differ = 0, twins = 0, last = 0, gap = 0;
    for (int i = 0; i < LIMIT; i++) {
        int p = !composite[i], q = i == 2 || (i > 2 && i % 2 && !(bits[i / 128] >> (i / 2 % 64) & 1));
        differ += p != q;
        if (i % 37 == 0 || i < 100) differ += p != miller_rabin((uint64_t)i);
        if (!p) continue;
        count++;
        twins += i - last == 2;
        if (i - last > gap && last) gap = i - last;
        last = i;
    }
    printf("%d primes, %d twins, gap %d, last %d, differ %d\n", count, twins, gap, last, differ);
    printf("%d\n", segment(100000000, 2000));
    static const uint64_t probes[] = {561, 3215031751ULL, 1000000007, 18446744073709551557ULL, 18446744073709551556ULL, 3825123056546413051ULL, 2305843009213693951ULL};
    for (int i = 0; i < 7; i++) printf("%d ", miller_rabin(probes[i]));
    printf("\n");
    factor(600851475143ULL);
    factor(1ULL << 40);
    factor(999999999989ULL / 7);
    long phi = 0;
    for (int n = 1; n <= 200; n++)
        for (int k = 1, a, b; k <= n; k++) {
            for (a = n, b = k; b;) { int t = a % b; a = b; b = t; }
            phi += a == 1;
        }
    printf("%ld\n", phi);
    return count % 256;
}
