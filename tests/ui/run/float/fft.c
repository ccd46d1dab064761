//@ cflags: -lm
// A radix-2 FFT of doubles and its inverse recover the signal and find its frequencies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 256

struct cplx { double re, im; };

static struct cplx mul(struct cplx a, struct cplx b) {
    return (struct cplx){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static void fft(struct cplx *a, int n, int sign) {
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            struct cplx t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
    const double pi = 3.14159265358979323846;
    for (int len = 2; len <= n; len *= 2) {
        struct cplx step = {cos(2 * pi / len), sign * sin(2 * pi / len)};
        for (int i = 0; i < n; i += len) {
            struct cplx w = {1, 0};
            for (int k = 0; k < len / 2; k++) {
                struct cplx u = a[i + k], v = mul(a[i + k + len / 2], w);
                a[i + k] = (struct cplx){u.re + v.re, u.im + v.im};
                a[i + k + len / 2] = (struct cplx){u.re - v.re, u.im - v.im};
                w = mul(w, step);
            }
        }
    }
}

int main(void) {
    static struct cplx a[N];
    double original[N];
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < N; i++) {
        double t = (double)i / N;
        original[i] = sin(2 * pi * 5 * t) + 0.5 * cos(2 * pi * 40 * t) + 0.25;
        a[i].re = original[i];
    }
    fft(a, N, 1);
    int peaks = 0;
    for (int i = 0; i < N / 2; i++) {
        double mag = sqrt(a[i].re * a[i].re + a[i].im * a[i].im);
        if (mag > 1) {
            printf("peak at %d: %.9g\n", i, mag);
            peaks += i;
        }
    }
    printf("%a %a\n", a[5].re, a[40].im);
    fft(a, N, -1);
    double worst = 0;
    for (int i = 0; i < N; i++) worst = fmax(worst, fabs(a[i].re / N - original[i]));
    printf("worst %a %d\n", worst, worst < 1e-12);

    // Multiplying two polynomials through the transform gives exact small integers.
    static struct cplx p[64], q[64];
    for (int i = 0; i < 20; i++) {
        p[i].re = i + 1;
        q[i].re = (i * 7) % 5 - 2;
    }
    fft(p, 64, 1);
    fft(q, 64, 1);
    for (int i = 0; i < 64; i++) p[i] = mul(p[i], q[i]);
    fft(p, 64, -1);
    long sum = 0;
    for (int i = 0; i < 40; i++) {
        long c = lround(p[i].re / 64);
        sum += c * (i + 1);
        printf("%ld ", c);
    }
    printf("\n%ld\n", sum);
    return peaks;
}
