// A variable that is not changed after setjmp has its value again when longjmp comes back.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf buf;

static int start(void) { return atoi("41") + 1; }
static int product(int a, int b) { return a * b; }

// The variable is set and read in one block, and other values come and go behind it.
static void unchanged(void) {
    int x = start();
    int r = setjmp(buf);
    printf("x=%d r=%d\n", x, r);
    if (product(r, 7) + product(r, 3) < 30) {
        int y = product(r + 5, 100) + product(3, r) * 2;
        printf("y=%d\n", y);
        longjmp(buf, r + 1);
    }
}

// Arrays of variable length made after setjmp are gone after longjmp, so they do not add up.
static void arrays(void) {
    volatile int k = 0;
    setjmp(buf);
    k++;
    int n = 1000 + k % 7;
    char v[n];
    memset(v, k, (size_t)n);
    if (k < 20000) longjmp(buf, 1);
    printf("%d %d\n", k, v[n - 1]);
}

int main(void) {
    unchanged();
    arrays();
    return 0;
}
