// N-queens counted three ways, a knight's tour and subset sums all backtrack to the known numbers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_bits(unsigned all, unsigned cols, unsigned left, unsigned right) {
    if (cols == all) return 1;
    int n = 0;
    for (unsigned free = all & ~(cols | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        n += by_bits(all, cols | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return n;
}

static int at[12];
static int by_array(int n, int row) {
    if (row == n) return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int r = 0; r < row && ok; r++) ok = at[r] != c && abs(at[r] - c) != row - r;
        if (!ok) continue;
        at[row] = c;
        count += by_array(n, row + 1);
    }
    return count;
}

// The same without recursion: the rows are the stack.
static int by_loop(int n, int *first) {
    int q[12], row = 0, count = 0;
    q[0] = -1;
    while (row >= 0) {
        int c = ++q[row], ok = 1;
        if (c == n) {
            row--;
            continue;
        }
        for (int r = 0; r < row && ok; r++) ok = q[r] != c && q[r] - c != row - r && c - q[r] != row - r;
        if (!ok) continue;
        if (row == n - 1) {
            if (count++ == 0) memcpy(first, q, sizeof(int) * (size_t)n);
        } else q[++row] = -1;
    }
    return count;
}

static int board[6][6];
static const int dx[] = {1, 2, 2, 1, -1, -2, -2, -1}, dy[] = {2, 1, -1, -2, -2, -1, 1, 2};
static int degree(int x, int y) {
    int n = 0;
    for (int k = 0; k < 8; k++) {
        int a = x + dx[k], b = y + dy[k];
        n += a >= 0 && a < 6 && b >= 0 && b < 6 && !board[a][b];
    }
    return n;
}
static int tour(int x, int y, int step) {
    board[x][y] = step;
    if (step == 36) return 1;
    // Warnsdorff's rule: the square with the fewest exits first.
    for (int d = 0; d < 9; d++)
        for (int k = 0; k < 8; k++) {
            int a = x + dx[k], b = y + dy[k];
            if (a < 0 || a > 5 || b < 0 || b > 5 || board[a][b] || degree(a, b) != d) continue;
            if (tour(a, b, step + 1)) return 1;
        }
    board[x][y] = 0;
    return 0;
}

static int subsets(const int *v, int n, int target) {
    if (n == 0) return target == 0;
    return subsets(v + 1, n - 1, target) + subsets(v + 1, n - 1, target - *v);
}

int main(void) {
    int total = 0, first[12];
    for (int n = 1; n <= 7; n++) {
        int a = by_bits((1u << n) - 1, 0, 0, 0), b = by_array(n, 0), c = by_loop(n, first);
        printf("%d: %d %d %d\n", n, a, b, c);
        total += a + b + c;
    }
    for (int i = 0; i < 7; i++) printf("%d", first[i]);
    printf("\n%d\n", by_bits(255, 0, 0, 0));
    printf("tour %d\n", tour(0, 0, 1));
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) printf("%3d", board[i][j]);
        printf("\n");
    }
    int v[] = {3, 34, 4, 12, 5, 2, 7, 8, 9, 10, 15, 16};
    for (int t = 10; t < 100; t += 30) printf("%d ", subsets(v, 12, t));
    printf("\n");
    return total;
}
