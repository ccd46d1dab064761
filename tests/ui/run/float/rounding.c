//@ cflags: -lm
// The rounding functions agree with their definitions at halves, at big values and at signed zeros.
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#define SHOW(f, x) printf("%s(%g)=%g%s ", #f, x, f(x), signbit(f(x)) ? "-" : "+")

int main(void) {
    double v[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, -0.9, 3.7, -3.2,
                  4503599627370495.5, 4503599627370497.0, -9007199254740993.0, 1e300};
    int n = sizeof v / sizeof *v;
    long total = 0;
    for (int i = 0; i < n; i++) {
        double x = v[i];
        SHOW(floor, x); SHOW(ceil, x); SHOW(trunc, x); SHOW(round, x); SHOW(rint, x); SHOW(nearbyint, x);
        printf("\n");
        if (fabs(x) < 1e18) {
            printf("%ld %ld %lld %lld\n", lrint(x), lround(x), llrint(x), llround(x));
            total += lrint(x) % 1000 + lround(x) % 1000;
        }
    }
    float f[] = {0.5f, -1.5f, 2.5f, 8388607.5f, -0.1f};
    for (int i = 0; i < 5; i++)
        printf("%g %g %g %g %g %ld %ld\n", (double)floorf(f[i]), (double)ceilf(f[i]), (double)truncf(f[i]),
               (double)roundf(f[i]), (double)rintf(f[i]), lrintf(f[i]), lroundf(f[i]));
    long double l[] = {0.5L, -2.5L, 4611686018427387903.5L, -1e-4000L};
    for (int i = 0; i < 4; i++)
        printf("%Lg %Lg %Lg %Lg %Lg %ld\n", floorl(l[i]), ceill(l[i]), truncl(l[i]), roundl(l[i]), rintl(l[i]), lrintl(l[i]));

    // The default environment rounds to nearest and the program never changes it.
    printf("mode %d\n", fegetround() == FE_TONEAREST);
    for (int i = 0; i < 11; i++) {
        double ip, fp = modf(v[i], &ip);
        int e;
        double m = frexp(v[i], &e);
        printf("modf %g %g frexp %a %d ", fp, ip, m, e);
        printf("scal %g %g %g\n", ldexp(m, e + 3), scalbn(v[i], -4), scalbln(v[i], 10));
    }
    int q;
    double r = remquo(29.5, 3.0, &q);
    printf("fmod %g %g rem %g %g quo %g %d\n", fmod(-7.5, 2), fmod(1e20, 7), remainder(7.5, 2), remainder(-5, 3), r, q & 7);
    printf("ilogb %d %d logb %g %g\n", ilogb(0.1), ilogb(1e10), logb(0.75), logb(1024));
    printf("fdim %g %g hypot %g\n", fdim(5, 3), fdim(3, 5), hypot(3, 4));
    printf("%g %g\n", (double)(int)2.9999, (double)(int)-2.9999);
    // printf rounds exact ties to even too.
    printf("%.0f %.0f %.0f %.0f %.1f %.2f %.3e\n", 0.5, 1.5, 2.5, 3.5, 0.25, 2.675, 1234500.0);
    return (int)(((total % 100) + 100) % 100);
}
