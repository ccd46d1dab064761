//@ cflags: -lm
// long double keeps 64 bits of mantissa through arithmetic, calls, strtold and printf.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { long double a; int tag; long double b; };

static long double horner(const long double *c, int n, long double x) {
    long double r = 0;
    while (n--) r = r * x + c[n];
    return r;
}

static struct pair swap(struct pair p) {
    struct pair q = {p.b, -p.tag, p.a};
    return q;
}

// The raw bytes show the exponent and the explicit leading bit; the six padding bytes are left out.
static void raw(long double x) {
    unsigned char b[sizeof x];
    memcpy(b, &x, sizeof x);
    for (int i = 9; i >= 0; i--) printf("%02x", b[i]);
    printf("\n");
}

int main(void) {
    printf("%d %d %d %d\n", LDBL_MANT_DIG, LDBL_MAX_EXP, LDBL_MIN_EXP, LDBL_DIG);
    long double third = 1.0L / 3, e = 1, term = 1;
    for (int i = 1; i < 30; i++) {
        term /= i;
        e += term;
    }
    printf("%Lf %.25Lf %Le %LG %La\n", third, third, e, e, e);
    raw(third);
    raw(-e);
    raw(0.0L);
    raw(-INFINITY);
    raw(LDBL_MIN / 1024);
    printf("%.0Lf\n%.3Le\n", 18446744073709551615.0L * 4096, LDBL_MAX);
    const char *in[] = {"3.14159265358979323846264338327950288", "-1e1200", "0x1.fffffffffffffffep+1638", "1e-1000",
                        "123456789012345678901234567890", "inf", "0x.8p-1600", "1e5000", " \t+7.5e0rest", "none"};
    for (int i = 0; i < 10; i++) {
        char *end;
        long double x = strtold(in[i], &end);
        printf("%.20Lg %La rest '%s'\n", x, x, end);
    }
    long double c[] = {1.0L, -0.5L, 0.25L, 1e-15L};
    printf("%.21Lg\n", horner(c, 4, 1.1L));
    struct pair p = swap((struct pair){third, 9, e});
    printf("%.20Lg %d %.20Lg\n", p.a, p.tag, p.b);
    // 2^63 + 1 fits a long double but no double.
    long double wide = 9223372036854775809.0L;
    printf("%.1Lf %.1f %llu\n", wide, (double)wide, (unsigned long long)wide);
    printf("%d %d\n", (long double)(double)third == third, strtold("0.1", NULL) == (long double)strtod("0.1", NULL));
    int ex;
    long double m = frexpl(e * 1e100L, &ex), ip, fp = modfl(-e * 1000, &ip);
    printf("%La %d %La %La %La\n", m, ex, fp, ip, ldexpl(third, -16400));
    printf("%.20Lg %.20Lg %.20Lg %.20Lg\n", sqrtl(2), fabsl(-third), fmodl(1e30L, 7), remainderl(10, 3.5L));
    printf("%.20Lg %.20Lg %.20Lg\n", floorl(-third), copysignl(third, -1), nextafterl(1, 2) - 1);
    printf("%Lg %Lg %d %d\n", fmaxl(third, e), fminl(third, e), third < e, !!isnan(e - (long double)NAN));
    static long double grid[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    long double s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) s += grid[i][j] / (i + j + 1);
    printf("%.19Lg %zu\n", s, sizeof grid);
    return (int)(e * 30);
}
