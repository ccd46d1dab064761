// Function pointers in tables, structs, arguments and returns call the function that they hold.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

typedef int binop(int, int);
typedef void visitor(int, void *);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int dvd(int a, int b) { return b ? a / b : 0; }
static int top(int a, int b) { return a > b ? a : b; }

static const struct { char sym; binop *f; } table[] = {{'+', add}, {'-', sub}, {'*', mul}, {'/', dvd}, {'>', top}};

static binop *lookup(char c) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].sym == c) return table[i].f;
    return NULL;
}

static int fold(binop *f, const int *v, int n, int start) {
    for (int i = 0; i < n; i++) start = f(start, v[i]);
    return start;
}

static void each(const int *v, int n, visitor *visit, void *env) {
    while (n--) (*visit)(*v++, env);
}

static void summing(int x, void *env) { *(long *)env += x; }
static void joining(int x, void *env) {
    char *s = env;
    snprintf(s + strlen(s), 64 - strlen(s), "%d;", x);
}

// A closure is a function and its environment; composition nests them.
struct closure { double (*call)(const struct closure *, double); double k; const struct closure *f, *g; };
static double c_scale(const struct closure *c, double x) { return c->k * x; }
static double c_shift(const struct closure *c, double x) { return c->k + x; }
static double c_compose(const struct closure *c, double x) { return c->f->call(c->f, c->g->call(c->g, x)); }
static double c_repeat(const struct closure *c, double x) {
    for (int i = 0; i < (int)c->k; i++) x = c->f->call(c->f, x);
    return x;
}

// A class with a virtual table and an overridden method.
struct animal;
struct vtable { const char *(*name)(const struct animal *); int (*legs)(const struct animal *); };
struct animal { const struct vtable *vt; int extra; };
static const char *dog_name(const struct animal *a) { (void)a; return "dog"; }
static const char *bug_name(const struct animal *a) { return a->extra > 6 ? "centipede" : "beetle"; }
static int four(const struct animal *a) { (void)a; return 4; }
static int counted(const struct animal *a) { return a->extra; }
static const struct vtable dog_vt = {dog_name, four}, bug_vt = {bug_name, counted};

// A state machine whose states are functions that return the next state.
struct state { struct state (*next)(int c, int *words); };
static struct state in_word(int c, int *words);
static struct state in_space(int c, int *words) {
    if (isspace(c)) return (struct state){in_space};
    ++*words;
    return (struct state){in_word};
}
static struct state in_word(int c, int *words) {
    (void)words;
    return (struct state){isspace(c) ? in_space : in_word};
}

int main(void) {
    int v[] = {7, 3, -2, 10, 4};
    for (const char *p = "+-*/>"; *p; p++) printf("%c %d\n", *p, fold(lookup(*p), v, 5, 100));
    printf("%d %d\n", lookup('?') == NULL, lookup('+') == &add);
    long sum = 0;
    char text[64] = "";
    each(v, 5, summing, &sum);
    each(v, 5, joining, text);
    printf("%ld %s\n", sum, text);

    struct closure scale = {c_scale, 1.5, NULL, NULL}, shift = {c_shift, -2, NULL, NULL};
    struct closure both = {c_compose, 0, &scale, &shift}, again = {c_repeat, 4, &both, NULL};
    printf("%.6f %.6f\n", both.call(&both, 10), again.call(&again, 10));

    struct animal zoo[] = {{&dog_vt, 0}, {&bug_vt, 6}, {&bug_vt, 100}};
    int legs = 0;
    for (int i = 0; i < 3; i++) {
        printf("%s ", zoo[i].vt->name(&zoo[i]));
        legs += zoo[i].vt->legs(&zoo[i]);
    }
    struct state s = {in_space};
    int words = 0;
    for (const char *p = "  the quick\tbrown\n fox "; *p; p++) s = s.next(*p, &words);
    printf("%d %d\n", legs, words);

    int (*libc[])(int) = {toupper, tolower, isdigit, abs};
    printf("%c%c %d %d\n", libc[0]('q'), libc[1]('Q'), !!libc[2]('7'), libc[3](-12));
    binop *volatile hidden = mul;
    return (words ? hidden : add)(legs, 2) % 256;
}
