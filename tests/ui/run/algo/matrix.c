//@ cflags: -lm
// Matrix product, transpose, determinant, inverse and integer powers agree with each other.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 6

typedef double matrix[N][N];

static void multiply(matrix out, matrix a, matrix b) {
    matrix t;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            t[i][j] = 0;
            for (int k = 0; k < N; k++) t[i][j] += a[i][k] * b[k][j];
        }
    memcpy(out, t, sizeof t);
}

// Gauss-Jordan with partial pivoting returns the determinant and leaves the inverse.
static double invert(matrix out, matrix in) {
    matrix a;
    memcpy(a, in, sizeof a);
    memset(out, 0, sizeof(matrix));
    for (int i = 0; i < N; i++) out[i][i] = 1;
    double det = 1;
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
        if (a[pivot][c] == 0) return 0;
        if (pivot != c) {
            det = -det;
            for (int k = 0; k < N; k++) {
                double t = a[c][k]; a[c][k] = a[pivot][k]; a[pivot][k] = t;
                t = out[c][k]; out[c][k] = out[pivot][k]; out[pivot][k] = t;
            }
        }
        det *= a[c][c];
        double d = a[c][c];
        for (int k = 0; k < N; k++) {
            a[c][k] /= d;
            out[c][k] /= d;
        }
        for (int r = 0; r < N; r++) {
            if (r == c) continue;
            double f = a[r][c];
            for (int k = 0; k < N; k++) {
                a[r][k] -= f * a[c][k];
                out[r][k] -= f * out[c][k];
            }
        }
    }
    return det;
}

static unsigned long fib_mod(unsigned long n, unsigned long m) {
    unsigned long b[2][2] = {{1, 1}, {1, 0}}, r[2][2] = {{1, 0}, {0, 1}}, t[2][2];
    for (; n; n >>= 1) {
        if (n & 1) {
            for (int i = 0; i < 4; i++) t[i / 2][i % 2] = (r[i / 2][0] * b[0][i % 2] + r[i / 2][1] * b[1][i % 2]) % m;
            memcpy(r, t, sizeof r);
        }
        for (int i = 0; i < 4; i++) t[i / 2][i % 2] = (b[i / 2][0] * b[0][i % 2] + b[i / 2][1] * b[1][i % 2]) % m;
        memcpy(b, t, sizeof b);
    }
    return r[0][1];
}

static long minor_det(long m[4][4], int n) {
    if (n == 1) return m[0][0];
    long d = 0;
    for (int c = 0; c < n; c++) {
        long sub[4][4] = {{0}};
        for (int i = 1; i < n; i++)
            for (int j = 0, k = 0; j < n; j++)
                if (j != c) sub[i - 1][k++] = m[i][j];
        d += (c % 2 ? -1 : 1) * m[0][c] * minor_det(sub, n - 1);
    }
    return d;
}

int main(void) {
    matrix a, inv, prod;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = (i * 7 + j * 3) % 11 + (i == j ? 5.5 : 0) - (j > i ? 0.25 : 0);
    double det = invert(inv, a);
    printf("det %.12g\n", det);
    multiply(prod, a, inv);
    double worst = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) worst = fmax(worst, fabs(prod[i][j] - (i == j)));
    printf("identity %d\n", worst < 1e-10);
    for (int i = 0; i < N; i++) printf("%.9f%c", inv[i][N - 1 - i], i == N - 1 ? '\n' : ' ');
    double det2 = invert(prod, inv);
    printf("%d\n", fabs(det * det2 - 1) < 1e-9);
    for (unsigned long n = 1; n < 1000000000000UL; n = n * 37 + 1) printf("%lu ", fib_mod(n, 1000000007));
    long m[4][4] = {{2, -1, 0, 3}, {4, 4, -2, 1}, {0, 5, 7, -3}, {1, 2, 3, 4}};
    printf("\n%ld\n", minor_det(m, 4));
    return (int)fmod(fabs(det), 200);
}
