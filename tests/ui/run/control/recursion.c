// Mutual, nested, tree and very deep recursion keep each level's locals apart.
#include <stdio.h>
#include <string.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int female(int n);
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }

static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }

// Each level has an array of its own, checked on the way back.
static long deep(int n, const int *above) {
    int mine[8];
    for (int i = 0; i < 8; i++) mine[i] = n * 8 + i;
    long below = n == 0 ? 0 : deep(n - 1, mine);
    for (int i = 0; i < 8; i++)
        if (mine[i] != n * 8 + i) return -1;
    return below < 0 ? below : below + mine[n % 8] % 7 + (above ? above[0] - mine[0] : 0);
}

static void hanoi(int n, int from, int to, int via, int *moves, unsigned *hash) {
    if (n == 0) return;
    hanoi(n - 1, from, via, to, moves, hash);
    ++*moves;
    *hash = *hash * 31 + (unsigned)(n * 9 + from * 3 + to);
    hanoi(n - 1, via, to, from, moves, hash);
}

static int permute(char *s, int k, int n, unsigned *hash) {
    if (k == n) {
        for (int i = 0; i < n; i++) *hash = *hash * 33 + (unsigned char)s[i];
        return 1;
    }
    int count = 0;
    for (int i = k; i < n; i++) {
        char t = s[k]; s[k] = s[i]; s[i] = t;
        count += permute(s, k + 1, n, hash);
        t = s[k]; s[k] = s[i]; s[i] = t;
    }
    return count;
}

static int parts(int n, int max) {
    if (n == 0) return 1;
    int sum = 0;
    for (int i = n < max ? n : max; i >= 1; i--) sum += parts(n - i, i);
    return sum;
}

static int counter(int reset) {
    static int calls;
    if (reset) calls = 0;
    return ++calls;
}

static int collatz(unsigned long n) {
    counter(0);
    return n == 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2);
}

int main(void) {
    printf("%d %d\n", is_even(1000), is_odd(777));
    printf("%u %u %u\n", ackermann(1, 10), ackermann(2, 7), ackermann(3, 4));
    for (int i = 0; i < 15; i++) printf("%d/%d ", male(i), female(i));
    printf("\n%d %d\n", mccarthy(1), mccarthy(150));
    printf("%ld\n", deep(10000, NULL));
    int moves = 0;
    unsigned hash = 0;
    hanoi(10, 0, 2, 1, &moves, &hash);
    printf("%d %08x\n", moves, hash);
    char s[] = "abcdef";
    int count = permute(s, 0, 6, &hash);
    printf("%d %08x %s\n", count, hash, s);
    printf("%d %d\n", parts(20, 20), parts(30, 4));
    counter(1);
    int steps = collatz(27);
    printf("%d %d\n", steps, counter(0));
    return (int)(hash % 200) + steps % 50;
}
