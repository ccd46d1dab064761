// Measures calls and returns: Fibonacci, Ackermann, Takeuchi and Hanoi do little else.
#include <stdint.h>
#include <stdio.h>

static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int tak(int x, int y, int z) { return y < x ? tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) : z; }

static uint64_t hanoi(int n, int from, int to, int via) {
    if (n == 0) return 0;
    uint64_t h = hanoi(n - 1, from, via, to);
    h = h * 3 + (uint64_t)(from * 3 + to);
    return h ^ hanoi(n - 1, via, to, from);
}

int main(void) {
    uint64_t h = fib(37);
    h = h * 31 + ackermann(2, 900);
    h = h * 31 + ackermann(3, 8);
    h = h * 31 + (unsigned)tak(20, 13, 6);
    h = h * 31 + hanoi(20, 0, 2, 1);
    printf("%016llx\n", (unsigned long long)h);
    return 0;
}
