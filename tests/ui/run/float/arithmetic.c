// float, double and long double arithmetic rounds every operation once, to nearest, ties to even.
#include <stdio.h>

// Volatile operands keep the compiler from folding what the machine shall compute.
static volatile float fa[] = {1.0f, 0.1f, -3.7f, 16777216.0f, 1e-30f, 7.0f};
static volatile double da[] = {1.0, 0.1, -3.7, 9007199254740992.0, 1e-300, 7.0};
static volatile long double la[] = {1.0L, 0.1L, -3.7L, 9223372036854775808.0L, 1e-3000L, 7.0L};

static float kahan(int n) {
    float sum = 0, lost = 0;
    for (int i = 1; i <= n; i++) {
        volatile float y = 1.0f / (float)i - lost;
        volatile float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    return sum;
}

int main(void) {
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            float a = fa[i], b = fa[j];
            printf("%a %a %a %a ", (double)(a + b), (double)(a - b), (double)(a * b), (double)(a / b));
            double c = da[i], d = da[j];
            printf("%a %a %a %a ", c + d, c - d, c * d, c / d);
            long double e = la[i], f = la[j];
            printf("%La %La %La %La\n", e + f, e - f, e * f, e / f);
        }

    float fs = 0;
    double ds = 0;
    long double ls = 0;
    for (int i = 0; i < 1000; i++) {
        fs += 0.1f;
        ds += 0.1;
        ls += 0.1L;
    }
    printf("%.9g %.17g %.21Lg\n", (double)fs, ds, ls);
    printf("%.9g\n", (double)kahan(5000));

    // A float multiplied by a double is computed in double, then rounded when stored.
    float mixed = fa[1];
    mixed *= 3.3;
    mixed += da[2];
    printf("%a\n", (double)mixed);
    double x = 0.5;
    for (int i = 0; i < 60; i++) x = 3.9 * x * (1 - x);
    printf("%.17g\n", x);
    double half_ulp = 1.1102230246251565e-16, one = da[0];
    printf("%d %d %d\n", one + half_ulp == one, one + half_ulp * 1.0000001 > one, one - half_ulp < one);
    float up = fa[3];
    printf("%.1f %.1f %.1f\n", (double)(up + 1), (double)(up + 3), (double)-(-up - 1));
    double inc = da[1];
    inc++;
    ++inc;
    printf("%a", inc--);
    printf(" %a %a\n", inc, -inc);
    int status = 0;
    for (double t = 0; t < 10; t += da[1]) status++;
    return status;
}
