// Initialised globals may point into, before the end of, and around each other, before any code runs.
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>

struct node { const char *name; const struct node *next; const int *data; size_t n; };

static const int primes[] = {2, 3, 5, 7, 11, 13};
static const struct node c;
static const struct node a = {"a", &c, primes, 6}, b = {"b" "b", &a, primes + 2, 3}, c = {&"xyc"[2], &b, &primes[5], 1};
static int counter = 5, *pc = &counter, **ppc = &pc;
static char text[] = "The quick brown fox", *fox = text + sizeof text - 4, *const the = text;
static int matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int *diagonal[3] = {&matrix[0][0], &matrix[1][1], &matrix[2][2]};
static int *past = &matrix[2][3] + 1;
static const ptrdiff_t gap = offsetof(struct node, n) - offsetof(struct node, next);
static uintptr_t none = (uintptr_t)0;
extern int late;
static int *plate = &late;
int late = 99;
int tentative;
int tentative;
static struct { struct { short s[3]; } in; double d; } nested = {{{-1, 2}}, 1.0 / 8}, *pn = &nested;
static short *deep = &nested.in.s[1];
static int (*const handlers[])(const char *, ...) = {printf, NULL};
static const char *const words[][2] = {{"one", "two"}, {"three", NULL}};
static long big[50000];
static const unsigned char table[256] = {[0 ... 9] = 1, ['0' ... '9'] = 2, [250] = 7};
static double arith = (3.0 - 1) / 4 + 'a', zero;
static const long folded = (1L << 40) / 7 % 1000 + sizeof(struct node) * 3 + (5 > 3 ? 10 : 20);
static void *self = &self;

static int bump(void) {
    static int calls = 10;
    static int *where = &calls;
    *where += 3;
    return calls++;
}

static int other(void) {
    static int calls = 1;
    return calls *= 2;
}

int main(void) {
    const struct node *p = &a;
    for (int i = 0; i < 5; i++, p = p->next) printf("%s:%d:%zu ", p->name, p->data[p->n - 1], p->n);
    printf("\n%d %d\n", p->next == &a || p->next == &b || p->next == &c, (int)gap);
    **ppc += 37;
    printf("%d %s %s\n", counter, fox, the + 4);
    *fox = 'F';
    printf("%s\n", text);
    int trace = 0;
    for (int i = 0; i < 3; i++) trace += *diagonal[i];
    printf("%d %d %d\n", trace, past[-1], (int)(past - &matrix[0][0]));
    *plate += tentative + (int)none;
    printf("%d %d\n", late, tentative);
    pn->in.s[2] = (short)(*deep * 100);
    printf("%d %d %d %g\n", nested.in.s[0], *deep, nested.in.s[2], nested.d);
    handlers[0]("%s %s %s %d\n", words[0][1], words[1][0], words[1][1] ? "?" : "-", handlers[1] == NULL);
    long s = 0;
    for (int i = 0; i < 50000; i++) s += big[i];
    big[49999] = 5;
    printf("%ld %ld %d %d %d\n", s, big[49999], table[5], table['7'], table[250] + table[100]);
    printf("%.6f %.1f %ld %d\n", arith, zero, folded, self == (void *)&self);
    int r = bump();
    r = r * 100 + bump();
    int o = other();
    o += other() * 10;
    printf("%d %d\n", r, o);
    {
        extern int late;
        int counter = 1;
        counter += late;
        printf("%d\n", counter);
    }
    return (counter + late + r) % 256;
}
