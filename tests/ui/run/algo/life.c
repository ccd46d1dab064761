// The game of life on a torus gives the known periods, by counting and by bit-parallel addition.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 32

static uint8_t cells[N][N];
static uint32_t rows[N];

static void step(void) {
    uint8_t next[N][N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int n = -cells[y][x];
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) n += cells[(y + dy + N) % N][(x + dx + N) % N];
            next[y][x] = n == 3 || (n == 2 && cells[y][x]);
        }
    memcpy(cells, next, sizeof cells);
}

static uint32_t rol(uint32_t v) { return v << 1 | v >> 31; }
static uint32_t ror(uint32_t v) { return v >> 1 | v << 31; }

// The eight neighbours of 32 cells are added at once in three bit planes.
static void step_bits(void) {
    uint32_t next[N];
    for (int y = 0; y < N; y++) {
        uint32_t up = rows[(y + N - 1) % N], me = rows[y], down = rows[(y + 1) % N];
        uint32_t in[8] = {up, rol(up), ror(up), down, rol(down), ror(down), rol(me), ror(me)};
        uint32_t s0 = 0, s1 = 0, s2 = 0;
        for (int i = 0; i < 8; i++) {
            uint32_t c0 = s0 & in[i], c1 = s1 & c0;
            s0 ^= in[i];
            s1 ^= c0;
            s2 |= c1;
        }
        next[y] = s1 & ~s2 & (s0 | me);
    }
    memcpy(rows, next, sizeof rows);
}

static int compare(void) {
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (cells[y][x] != (rows[y] >> x & 1)) return 0;
    return 1;
}

static void put(int y, int x, const char *pattern) {
    for (int i = 0, r = y, c = x; pattern[i]; i++) {
        if (pattern[i] == '/') r++, c = x;
        else {
            cells[r % N][c % N] = pattern[i] == 'O';
            if (pattern[i] == 'O') rows[r % N] |= 1u << (c % N);
            c++;
        }
    }
}

static int population(void) {
    int n = 0;
    for (int y = 0; y < N; y++) n += __builtin_popcount(rows[y]);
    return n;
}

int main(void) {
    put(1, 1, ".O./..O/OOO");
    put(20, 5, "OOO");
    put(10, 20, "OO/OO");
    put(15, 14, ".OO/OO./.O.");
    put(27, 24, ".OOO/OOO.");
    unsigned h = 0;
    int same = 1;
    for (int t = 0; t < 40; t++) {
        h = h * 31 + (unsigned)population();
        if (t % 12 == 0) printf("%d: %d\n", t, population());
        step();
        step_bits();
        same &= compare();
    }
    for (int y = 0; y < N; y += 1) {
        for (int x = 0; x < N; x++) putchar(cells[y][x] ? '#' : '.');
        putchar('\n');
    }
    printf("%08x %d\n", h, same);
    return (int)(h % 256);
}
