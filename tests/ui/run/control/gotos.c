// goto enters loops and blocks, leaves nests and retries, and locals keep their values across it.
#include <stdio.h>
#include <stdlib.h>

// The loop is entered in the middle, so the first round skips the increment.
static int into_loop(int start) {
    int i = start, sum = 0;
    if (start % 2) goto middle;
    for (i = 0; i < 10; i++) {
        sum += 100;
    middle:
        sum += i;
    }
    return sum;
}

static int search(int grid[4][5], int want) {
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            if (grid[i][j] == want) goto found;
    return -1;
found:
    return i * 10 + j;
}

// The clean-up ladder frees exactly what was made before the failure.
static int ladder(int fail_at, int *freed) {
    int r = -1;
    char *a, *b, *c;
    *freed = 0;
    if (fail_at == 0 || !(a = malloc(10))) goto none;
    if (fail_at == 1 || !(b = malloc(20))) goto free_a;
    if (fail_at == 2 || !(c = malloc(30))) goto free_b;
    r = 0;
    free(c);
    ++*freed;
free_b:
    free(b);
    ++*freed;
free_a:
    free(a);
    ++*freed;
none:
    return r;
}

static unsigned machine(const char *s) {
    unsigned out = 0;
start:
    switch (*s) {
    case 'a': s++; goto a;
    case 'b': s++; goto b;
    case 0: goto done;
    default: s++; goto start;
    }
a:
    out = out * 3 + 1;
    if (*s == 'a') { s++; goto a; }
    if (*s == 'b') { s++; goto b; }
    goto start;
b:
    out = out * 5 + 2;
    if (*s == 'b') { s++; out ^= 0x10; goto b; }
    goto start;
done:
    return out;
}

static int backwards(int n) {
    int tries = 0, x;
again:
    tries++;
    x = n * tries % 17;
    if (x != 1 && tries < 40) goto again;
    {
        int fresh = x;
        if (fresh == 1) goto end;
        tries = -tries;
    end:;
    }
    return tries;
}

int main(void) {
    for (int i = 0; i < 12; i++) printf("%d ", into_loop(i));
    printf("\n");
    int grid[4][5];
    for (int i = 0; i < 20; i++) grid[i / 5][i % 5] = i * 7 % 23;
    for (int w = 0; w < 23; w += 3) printf("%d ", search(grid, w));
    printf("\n");
    for (int i = 0; i < 4; i++) {
        int freed, r = ladder(i, &freed);
        printf("%d/%d ", r, freed);
    }
    printf("\n%u %u %u\n", machine("aabbab"), machine("x-b.bba"), machine(""));
    int sum = 0;
    for (int n = 0; n < 18; n++) sum += backwards(n);
    printf("%d\n", sum);

    // break, continue and goto in three kinds of loop at once.
    int total = 0, w = 20;
    while (w-- > 0) {
        if (w % 3 == 0) continue;
        for (int k = 0;; k++) {
            do {
                if (k > w) goto next;
                if ((k ^ w) == 5) break;
                total += k;
            } while (0);
            if (k > 8) break;
        }
        total += 1000;
    next:;
    }
    printf("%d\n", total);
    return (int)(machine("aaabbb") % 256);
}
