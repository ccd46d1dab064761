// A backtracking solver with bit sets finds the one solution of each sudoku.
#include <stdio.h>
#include <string.h>

static unsigned short row[9], col[9], box[9];
static char grid[81];
static long nodes;

static unsigned candidates(int i) { return ~(row[i / 9] | col[i % 9] | box[i / 27 * 3 + i % 9 / 3]) & 0x1ffu; }

static void toggle(int i, unsigned bit) {
    row[i / 9] ^= bit;
    col[i % 9] ^= bit;
    box[i / 27 * 3 + i % 9 / 3] ^= bit;
}

static int solve(void) {
    int best = -1, fewest = 10;
    nodes++;
    // The cell with the fewest candidates keeps the tree narrow.
    for (int i = 0; i < 81; i++) {
        if (grid[i] != '.') continue;
        int n = __builtin_popcount(candidates(i));
        if (n < fewest) {
            fewest = n;
            best = i;
        }
    }
    if (best < 0) return 1;
    for (unsigned c = candidates(best); c; c &= c - 1) {
        unsigned bit = c & -c;
        grid[best] = (char)('1' + __builtin_ctz(bit));
        toggle(best, bit);
        if (solve()) return 1;
        toggle(best, bit);
    }
    grid[best] = '.';
    return 0;
}

static int load(const char *s) {
    memset(row, 0, sizeof row);
    memset(col, 0, sizeof col);
    memset(box, 0, sizeof box);
    memcpy(grid, s, 81);
    for (int i = 0; i < 81; i++)
        if (grid[i] != '.') {
            unsigned bit = 1u << (grid[i] - '1');
            if (!(candidates(i) & bit)) return 0;
            toggle(i, bit);
        }
    return 1;
}

int main(void) {
    static const char *const puzzles[] = {
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"};
    unsigned h = 0;
    for (int k = 0; k < 3; k++) {
        nodes = 0;
        int ok = load(puzzles[k]) && solve();
        printf("puzzle %d %s after %ld nodes\n", k, ok ? "solved" : "impossible", nodes);
        if (!ok) continue;
        for (int i = 0; i < 81; i++) {
            putchar(grid[i]);
            if (i % 9 == 8) putchar('\n');
            h = h * 31 + (unsigned char)grid[i];
        }
        int full = 1;
        for (int i = 0; i < 9; i++) full &= row[i] == 0x1ff && col[i] == 0x1ff && box[i] == 0x1ff;
        printf("valid %d\n", full);
    }
    printf("%08x\n", h);
    return (int)(h % 256);
}
