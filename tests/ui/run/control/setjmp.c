// longjmp unwinds nested and deep calls to the setjmp that it names, with volatile locals intact.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct guard { jmp_buf env; struct guard *outer; const char *what; };
static struct guard *top;
static int unwound;

static _Noreturn void fail(const char *what, int code) {
    top->what = what;
    longjmp(top->env, code);
}

// A small exception block: the body runs once, the handler when it failed.
#define TRY(g) struct guard g = {.outer = top}; top = &g; int code_##g = setjmp(g.env); if (code_##g == 0)
#define END(g) top = g.outer

static int divide(int a, int b) {
    if (b == 0) fail("division by zero", 1);
    return a / b;
}

static int descend(int n) {
    if (n == 0) fail("bottom", 7);
    if (n > 1000) return 0;
    int r = descend(n - 1);
    unwound++;
    return r + 1;
}

static int nested(int x) {
    volatile int progress = 0;
    int result = -1;
    TRY(outer) {
        progress = 1;
        TRY(inner) {
            progress = 2;
            result = divide(100, x);
            progress = 3;
        } else {
            progress += 10;
            END(inner);
            if (x == 0) fail("rethrown", 4);
        }
        END(inner);
    } else {
        printf("outer caught %d %s at %d\n", code_outer, outer.what, progress);
        result = -code_outer;
    }
    END(outer);
    return result;
}

static int tokens(const char *s) {
    static jmp_buf env;
    volatile int count = 0;
    const char *volatile p = s;
    switch (setjmp(env)) {
    case 0: break;
    case 1: count++; p++; break;
    case 2: return count;
    case 3: return -count;
    }
    while (*p == ' ') p++;
    if (*p == 0) longjmp(env, 2);
    if (*p == '!') longjmp(env, 3);
    while (p[1] && p[1] != ' ') p++;
    longjmp(env, 1);
}

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x < 0 || y < 0) fail("negative while sorting", 5);
    return (x > y) - (x < y);
}

int main(void) {
    int total = 0;
    printf("%d %d\n", nested(7), nested(0));
    TRY(deep) {
        total = descend(500);
    } else {
        printf("%s %d unwound %d\n", deep.what, code_deep, unwound);
        total = 500;
    }
    END(deep);

    // The jump leaves qsort, a libc frame, in the middle.
    int v[] = {5, 3, 9, -1, 4};
    TRY(sort) {
        qsort(v, 5, sizeof *v, compare);
        printf("sorted\n");
    } else printf("%s %d\n", sort.what, code_sort);
    END(sort);
    printf("%d %d %d\n", tokens("one two  three"), tokens("  "), tokens("a b !"));

    // A zero given to longjmp arrives as one, and the loop goes on from the same setjmp.
    jmp_buf loop;
    volatile int round = 0;
    int got = setjmp(loop);
    if (round < 5) {
        printf("%d ", got);
        round++;
        longjmp(loop, round % 2 ? 0 : round);
    }
    printf("%d\n", got);
    return (total + got * 3 + (top == NULL)) % 256;
}
