// Variable length arrays of one to three dimensions have run-time sizes, strides and scopes.
#include <stdio.h>
#include <string.h>

static long sum(int rows, int cols, int m[rows][cols]) {
    long s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) s = s * 3 + m[i][j];
    return s;
}

static void multiply(int n, int k, int m, double a[n][k], double b[k][m], double out[static n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            out[i][j] = 0;
            for (int x = 0; x < k; x++) out[i][j] += a[i][x] * b[x][j];
        }
}

static int star(int n, int a[n]) { return a[n - 1] + (int)sizeof(int[n]); }

static int levenshtein(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    int d[n + 1][m + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (!i || !j) { d[i][j] = (int)(i + j); continue; }
            int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

static int recurse(int n) {
    if (n == 0) return 0;
    char mine[n * 3];
    memset(mine, n, sizeof mine);
    int below = recurse(n - 1);
    int s = 0;
    for (size_t i = 0; i < sizeof mine; i++) s += mine[i];
    return s + below;
}

int main(void) {
    int side = 0;
    for (int n = 1; n < 6; n++) {
        int cube[n][n + 1][n + 2];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n + 1; j++)
                for (int k = 0; k < n + 2; k++) cube[i][j][k] = i * 100 + j * 10 + k;
        int(*plane)[n + 1][n + 2] = &cube[n - 1];
        printf("%zu %zu %zu %d %d\n", sizeof cube, sizeof cube[0], sizeof cube[0][0], (*plane)[n][n + 1], *(&cube[0][0][0] + n + 2));
        // The operand of sizeof is evaluated when its type is variable.
        side += (int)sizeof(int[n++]);
        n--;
    }
    printf("side %d\n", side);
    int r = 3, c = 5, m[r][c];
    for (int i = 0; i < r * c; i++) m[i / c][i % c] = i % 4;
    printf("%ld %ld\n", sum(r, c, m), sum(r - 1, c, m + 1));
    r = 100;
    printf("%zu %zu\n", sizeof m, sizeof m / sizeof m[0]);

    double a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3][2] = {{1, 0}, {0, 1}, {2, 2}}, out[2][2];
    multiply(2, 3, 2, a, b, out);
    printf("%g %g %g %g\n", out[0][0], out[0][1], out[1][0], out[1][1]);
    int t[7] = {1, 2, 3, 4, 5, 6, 7};
    printf("%d %d\n", star(7, t), star(3, t));
    printf("%d %d %d\n", levenshtein("kitten", "sitting"), levenshtein("", "abc"), levenshtein("sunday", "saturday"));
    printf("%d\n", recurse(20));

    // A block left by goto gives its array back; a thousand rounds must not use up the stack.
    int rounds = 0;
again: {
    char big[20000 + rounds];
    big[rounds] = (char)rounds;
    big[sizeof big - 1] = 1;
    if (++rounds < 1000) goto again;
    printf("%d %d\n", rounds, big[rounds - 1]);
}
    typedef int row[c];
    c = 2;
    row fixed;
    memset(fixed, 0, sizeof fixed);
    row *p = &fixed;
    (*p)[4] = 44;
    printf("%zu %d\n", sizeof(row), fixed[4]);
    return side % 256;
}
