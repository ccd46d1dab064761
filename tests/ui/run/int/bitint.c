//@ cc: clang
// _BitInt of odd, narrow and wide widths computes modulo its own width.
#include <stdio.h>

typedef unsigned _BitInt(200) u200;

static void hex200(const char *what, u200 v) {
    printf("%-8s ", what);
    for (int i = 192; i >= 0; i -= 64) printf("%0*llx", i == 192 ? 2 : 16, (unsigned long long)(v >> i));
    printf("\n");
}

static void dec200(const char *what, u200 v) {
    char buf[80], *p = buf + sizeof buf;
    *--p = 0;
    do *--p = (char)('0' + (int)(v % 10)); while (v /= 10);
    printf("%-8s %s\n", what, p);
}

static _BitInt(37) pass(_BitInt(7) a, unsigned _BitInt(3) b, _BitInt(100) c) {
    return (_BitInt(37))(c + a * b);
}

struct mixed { _BitInt(7) a; unsigned _BitInt(13) b; _BitInt(37) c; _BitInt(100) d; };

int main(void) {
    unsigned _BitInt(7) u7 = 100;
    u7 += 50;
    printf("u7 %d\n", (int)u7);
    u7 = (unsigned _BitInt(7))(u7 * 77);
    printf("u7 %d\n", (int)u7);
    _BitInt(7) s7 = -64;
    printf("s7 %d %d %d\n", (int)s7, (int)(s7 / 5), (int)(s7 >> 2));
    unsigned _BitInt(3) u3 = 5;
    for (int i = 0; i < 10; i++) {
        printf("%d", (int)u3);
        u3 *= 3;
        u3++;
    }
    printf("\n");

    _BitInt(37) s37 = 68719476735LL;
    unsigned _BitInt(37) u37 = 137438953471ULL;
    printf("s37 %lld %lld\n", (long long)s37, (long long)(-s37 - 1));
    u37 += 2;
    printf("u37 %llu\n", (unsigned long long)u37);
    u37 -= 3;
    printf("u37 %llu %llu\n", (unsigned long long)u37, (unsigned long long)(u37 >> 5));
    printf("u37 %llu %llu\n", (unsigned long long)(u37 / 1001u), (unsigned long long)(u37 % 1001u));

    _BitInt(100) s100 = (_BitInt(100))1 << 98;
    s100 = s100 - 12345;
    printf("s100 %llx %llx\n", (unsigned long long)(s100 >> 64), (unsigned long long)s100);
    _BitInt(100) q = -s100 / 987654321;
    printf("q %llx %llx %lld\n", (unsigned long long)(q >> 64), (unsigned long long)q, (long long)(-s100 % 97));
    printf("cmp %d %d %d\n", s100 > q, q < 0, s100 == -q);

    u200 f = 1;
    for (int i = 2; i <= 45; i++) f *= (u200)i;
    hex200("45!", f);
    dec200("45!", f);
    hex200("~", ~f);
    hex200("<<77", f << 77);
    hex200(">>77", f >> 77);
    hex200("xor", f ^ (f >> 13));
    hex200("sqr", f * f);
    u200 d = (u200)1000000007 * 998244353 * 1000000009;
    dec200("div", f / d);
    dec200("mod", f % d);
    _BitInt(200) neg = -(_BitInt(200))12345678901234567;
    neg *= neg * neg;
    hex200("neg", (u200)neg);
    hex200("neg>>", (u200)(neg >> 50));

    struct mixed m = {-3, 8000, -5000000000LL, (_BitInt(100))7 << 90};
    m.b += 500;
    m.c *= 3;
    m.d >>= 80;
    printf("mixed %d %d %lld %lld\n", (int)m.a, (int)m.b, (long long)m.c, (long long)m.d);
    long long p = (long long)pass(-9, 6, 100000000000);
    printf("pass %lld\n", p);
    printf("bool %d %d\n", (_Bool)f, (_Bool)(f << 180));
    return (int)(f % 211);
}
