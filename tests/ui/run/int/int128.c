// __int128 multiplies, divides, shifts, compares and converts as a 128-bit two's complement integer.
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void hex(const char *what, u128 v) {
    printf("%-10s %016llx%016llx\n", what, (unsigned long long)(v >> 64), (unsigned long long)v);
}

static void dec(const char *what, i128 v) {
    char buf[48], *p = buf + sizeof buf;
    u128 u = v < 0 ? -(u128)v : (u128)v;
    *--p = 0;
    do *--p = (char)('0' + (int)(u % 10)); while (u /= 10);
    if (v < 0) *--p = '-';
    printf("%-10s %s\n", what, p);
}

static i128 parse(const char *s) {
    int neg = *s == '-';
    u128 u = 0;
    for (s += neg; *s; s++) u = u * 10 + (u128)(*s - '0');
    return neg ? (i128)-u : (i128)u;
}

struct holder { char c; i128 v; short s; };

static i128 pass(struct holder h, i128 x, int n, u128 y) { return h.v + x * n - (i128)(y >> 3); }

int main(void) {
    i128 a = parse("170141183460469231731687303715884105727");
    i128 b = parse("-123456789012345678901234567890");
    u128 u = (u128)0xfedcba9876543210ULL << 64 | 0x0123456789abcdefULL;
    dec("a", a); dec("b", b); dec("-a", -a); hex("u", u);
    dec("a/b", a / b); dec("a%b", a % b); dec("b/7", b / 7); dec("b%7", b % 7);
    dec("b/-1e18", b / -1000000000000000000LL); dec("b%1e18", b % 1000000000000000000LL);
    hex("u*u", u * u); hex("u*3", u * 3); hex("u/1e10", u / 10000000000ULL); hex("u%b", u % (u128)-b);
    hex("~u", ~u); hex("-u", -u); hex("u^a", u ^ (u128)a); hex("u&b", u & (u128)b); hex("u|7", u | 7);
    for (int n = 0; n < 128; n += 21) {
        hex("u<<n", u << n);
        hex("u>>n", u >> n);
        dec("b>>n", b >> n);
    }
    printf("cmp %d%d%d%d%d%d\n", a > b, b < 0, (u128)b > u, a == b, a >= b, (u128)a <= u);

    // Conversions to and from floating point round to nearest.
    printf("%.17g %.17g %.17g %.9g\n", (double)a, (double)b, (double)u, (double)(float)u);
    printf("%.21Lg %.21Lg\n", (long double)b, (long double)u);
    dec("from dbl", (i128)-1.5e30);
    dec("from dbl", (i128)0.999);
    hex("from dbl", (u128)3.0e38);
    dec("from flt", (i128)-16777217.0f);
    hex("from ldbl", (u128)1.2345678901234567890123e37L);
    dec("from i64", (i128)INT64_MIN);
    dec("from u32", (u128)(uint32_t)-1);
    printf("narrow %lld %d %u %d\n", (long long)b, (int)b, (unsigned)(u >> 40), (signed char)u);

    struct holder h = {'h', b, -3};
    dec("pass", pass(h, a / 1000, 17, u));
    static i128 table[] = {1, -2, (i128)1 << 100, -((i128)5 << 90)};
    i128 sum = 0;
    for (unsigned i = 0; i < 4; i++) sum += table[i] * (i128)(i + 1);
    dec("sum", sum);
    u128 fact = 1;
    for (int i = 2; i <= 34; i++) fact *= (u128)i;
    dec("34!", (i128)(fact >> 1));
    i128 r;
    int o1 = __builtin_add_overflow(a, 1, &r), o2 = __builtin_sub_overflow(a, b, &r);
    printf("ovf %d %d %d\n", o1, o2, __builtin_mul_overflow(b, 1000, &r));
    dec("mul", r);
    return (int)(u % 113);
}
