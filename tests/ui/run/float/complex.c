//@ cflags: -lm
// Complex numbers add, multiply, divide and pass through calls with both their parts.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void show(const char *what, double complex z) { printf("%-8s %.12g %.12g\n", what, creal(z), cimag(z)); }

// Writing the parts apart keeps an infinite part from spilling into the other one.
static double complex pair(double re, double im) {
    double complex z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

static float complex passf(float complex a, int n, float complex b) { return a * (float)n + conjf(b); }
static long double complex passl(long double complex a, long double complex b) { return a * b - a; }
static double complex horner(const double complex *c, int n, double complex z) {
    double complex r = 0;
    while (n--) r = r * z + c[n];
    return r;
}

struct holder { char tag; double complex z; float complex f; };

static struct holder turn(struct holder h) {
    h.z *= I;
    h.f *= -I;
    h.tag++;
    return h;
}

int main(void) {
    double complex a = 3 + 4 * I, b = -1.5 + 0.25 * I;
    show("a+b", a + b); show("a-b", a - b); show("a*b", a * b); show("a/b", a / b); show("-a", -a); show("~a", ~a);
    show("a*2", a * 2); show("a/2", a / 2); show("2/a", 2 / a); show("a+1", a + 1);
    printf("%g %g %g %.15g\n", creal(a), cimag(a), cabs(a), carg(b));
    printf("%d %d %d\n", a == 3 + 4 * I, a != b, !!a);
    show("sqrt", csqrt(-4.0 + 0 * I)); show("exp", cexp(I * 1.0)); show("log", clog(b)); show("pow", cpow(a, 2));
    show("sin", csin(b)); show("cosh", ccosh(b)); show("proj", cproj(a)); show("conj", conj(a)); show("atan", catan(b));

    float complex f = passf(1.5f - 2.0f * I, 3, 0.25f + 8.0f * I);
    printf("f %g %g\n", (double)crealf(f), (double)cimagf(f));
    long double complex l = passl(1.0L + 2.0L * I, 0.5L - 3.0L * I);
    printf("l %Lg %Lg\n", creall(l), cimagl(l));

    double complex poly[] = {1, -2 * I, 3 + I, 0.5};
    show("poly", horner(poly, 4, 0.3 - 0.7 * I));
    struct holder h = turn(turn((struct holder){'x', a, 2.0f + 1.0f * I}));
    printf("h %c %g %g %g %g\n", h.tag, creal(h.z), cimag(h.z), (double)crealf(h.f), (double)cimagf(h.f));

    // Writing one part through the GNU operators leaves the other alone.
    double complex w = a;
    __real__ w = 10;
    __imag__ w -= 1;
    show("parts", w);
    double *raw = (double *)&w;
    printf("raw %g %g %zu %zu %zu\n", raw[0], raw[1], sizeof(float complex), sizeof w, sizeof l);

    // An infinite factor with a NaN part stays infinite (Annex G).
    volatile double inf = INFINITY;
    double complex big = pair(inf, NAN) * pair(2.0, 1.0);
    printf("annex %d %d\n", !!isinf(creal(big)) || !!isinf(cimag(big)), !!isnan(creal(pair(NAN, 1.0) * pair(1.0, 1.0))));
    show("div0", 1.0 / pair(inf, 1.0));

    int inside = 0;
    for (int y = -10; y <= 10; y++) {
        for (int x = -20; x <= 8; x++) {
            double complex c = x / 10.0 + y / 8.0 * I, z = 0;
            int n = 0;
            while (n < 30 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4) z = z * z + c, n++;
            inside += n == 30;
            putchar(" .:-=+*#%@"[n * 9 / 30]);
        }
        putchar('\n');
    }
    return inside % 256;
}
