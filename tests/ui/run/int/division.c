// Division and remainder truncate toward zero at every width, and div, ldiv, lldiv and imaxdiv agree.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int floor_mod(int a, int b) {
    int r = a % b;
    return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

// Multiplying modulo m by doubling needs no wider type, so it checks the 128-bit path below.
static uint64_t mulmod(uint64_t a, uint64_t b, uint64_t m) {
    uint64_t r = 0;
    for (a %= m; b; b >>= 1) {
        if (b & 1) r = r >= m - a ? r - (m - a) : r + a;
        a = a >= m - a ? a - (m - a) : a + a;
    }
    return r;
}

int main(void) {
    const int num[] = {7, -7, 0, 1, -1, 2147483647, -2147483647, 1000003};
    const int den[] = {1, -1, 2, -2, 3, -3, 10, -1000};
    for (size_t i = 0; i < 8; i++) {
        for (size_t j = 0; j < 8; j++) {
            int q = num[i] / den[j], r = num[i] % den[j];
            div_t d = div(num[i], den[j]);
            if (d.quot != q || d.rem != r || q * den[j] + r != num[i]) return 1;
            printf("%d,%d,%d ", q, r, floor_mod(num[i], den[j]));
        }
        printf("\n");
    }

    ldiv_t l = ldiv(-9000000000000L, 7);
    lldiv_t ll = lldiv(INT64_MAX, -1000000007);
    imaxdiv_t im = imaxdiv(INTMAX_MIN + 1, 3);
    printf("%ld %ld %lld %lld %jd %jd\n", l.quot, l.rem, ll.quot, ll.rem, im.quot, im.rem);
    printf("%d %ld %lld %jd\n", abs(-5), labs(-6L), llabs(-7LL), imaxabs(-8));

    int8_t a8 = -128, b8 = -1;
    int16_t a16 = -32768, b16 = -1;
    // Promotion to int makes these quotients representable.
    printf("%d %d %d %d\n", a8 / b8, a16 / b16, a8 % 3, a16 % -5);

    uint64_t big = UINT64_MAX;
    for (uint64_t d = 1; d < big / 2; d = d * 7 + 3)
        printf("%" PRIu64 "/%" PRIu64 " ", big / d, big % d);
    printf("\n%" PRIu64 " %" PRIu64 "\n", gcd(1ULL << 40, 6700417ULL * 65536), gcd(big, 0x123456789ULL * 15));

    uint64_t m = 18446744073709551557ULL, x = 0x123456789abcdefULL, acc = 1;
    for (int i = 0; i < 20; i++) {
        acc = mulmod(acc, x + (uint64_t)i, m);
        uint64_t other = (uint64_t)((unsigned __int128)acc * x % m);
        if (other != mulmod(acc, x, m)) return 2;
        acc ^= other >> 7;
        acc %= m;
    }
    printf("%" PRIu64 "\n", acc);
    return (int)(acc % 97) + 3;
}
