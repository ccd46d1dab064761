// Infinities, NaNs, signed zeros and subnormals classify, compare and propagate as IEEE 754 says.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *class_of(double x) {
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

static unsigned long long bits(double x) {
    unsigned long long u;
    memcpy(&u, &x, sizeof u);
    return u;
}

int main(void) {
    volatile double zero = 0.0, big = DBL_MAX, small = DBL_MIN;
    double v[] = {0.0, -zero, 1.0, -1.0, INFINITY, -INFINITY, NAN, small / 4, -small / 3, big, 4.9406564584124654e-324};
    int n = sizeof v / sizeof *v, truths = 0;
    for (int i = 0; i < n; i++) {
        printf("%-9s sign %d finite %d normal %d inf %d nan %d", class_of(v[i]), !!signbit(v[i]), !!isfinite(v[i]),
               !!isnormal(v[i]), !!isinf(v[i]), !!isnan(v[i]));
        if (!isnan(v[i])) printf(" %g %016llx", v[i], bits(v[i]));
        printf("\n");
    }
    // Each pair through all six operators and the quiet macros: only != holds for a NaN.
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double a = v[i], b = v[j];
            int m = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 |
                    isless(a, b) << 6 | isgreaterequal(a, b) << 7 | islessgreater(a, b) << 8 | !!isunordered(a, b) << 9;
            printf("%03x ", m);
            truths += __builtin_popcount((unsigned)m);
            if (!(a < b) != (a >= b)) truths += 100;
        }
        printf("\n");
    }
    double inf = v[4], nan = v[6];
    printf("%g %g %g %d %d %d\n", inf + 1, -inf * 2, 1 / inf, isnan(inf - inf), isnan(inf * zero), isnan(zero / zero));
    printf("%g %g %g %g\n", 1 / zero, 1 / -zero, big * 2, -big * big);
    printf("%d %d %d %d\n", zero == -zero, !!signbit(-zero), !!signbit(zero - zero), !!signbit(-zero + -zero));
    printf("%d %d %d %d\n", isnan(nan + 1), isnan(nan * 0), nan ? 1 : 0, !nan);
    printf("%a %a %a\n", small / 2, small / 2 * 2 - small, 4.9406564584124654e-324 / 2 + zero);
    printf("%g %g %g %g\n", fmax(nan, 3), fmin(-2, nan), fmax(-inf, -1), fmin(inf, 7));
    printf("%g %g %d\n", copysign(3, -zero), copysign(-inf, 1), !!signbit(copysign(nan, -1)));
    printf("%a %a %a %a\n", nextafter(1, 2), nextafter(1, 0), nextafter(0, -1), nextafter(big, inf));
    volatile float fmaxv = FLT_MAX, fminv = FLT_MIN;
    printf("%g %g %d %d\n", (double)(fmaxv * 2), (double)(fminv / 8), isinf(fmaxv * fmaxv), fpclassify(fminv / 8) == FP_SUBNORMAL);
    volatile long double lmax = LDBL_MAX, lmin = LDBL_MIN;
    printf("%Lg %La %d %d\n", lmax * 2, lmin / 8, !!isinf(-lmax * lmax), fpclassify(lmin / 8) == FP_SUBNORMAL);
    printf("%a %a\n", (double)lmax, (double)lmin);

    int count = 0;
    for (double x = 1; x > 0; x /= 2) count++;
    printf("halvings %d\n", count);
    return truths % 200;
}
