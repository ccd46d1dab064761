// _Generic, _Static_assert, typeof and statement expressions choose and compute at the right time.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int cmp_int(int a, int b) { return (a > b) - (a < b); }
static int cmp_dbl(double a, double b) { return (a > b) - (a < b); }
static int cmp_str(const char *a, const char *b) { int c = strcmp(a, b); return (c > 0) - (c < 0); }
#define COMPARE(a, b) _Generic((a), int: cmp_int, double: cmp_dbl, float: cmp_dbl, char *: cmp_str, const char *: cmp_str)((a), (b))

#define TYPE(x) _Generic((x), char: 'c', int: 'i', unsigned: 'u', long: 'l', float: 'f', double: 'd', char *: 's', \
    int *: 'p', const int *: 'k', void *: 'v', int (*)(int): 'F', int (*)[3]: 'A', struct s: 'S', default: '?')
struct s { int x; };

// Each argument is evaluated once, unlike with the naive macro.
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define CONTAINER(p, T, m) ((T *)((char *)(1 ? (p) : &((T *)0)->m) - offsetof(T, m)))

_Static_assert(_Generic(1L, long: 1, default: 0), "a long constant is a long");
_Static_assert(sizeof(int) * 8 == 32, "int has 32 bits");

static int calls;
static int tick(int x) { calls++; return x; }
static int twice(int x) { return 2 * x; }

struct outer { int before; struct s in; double after; };

static int find(const int *v, int n, int want) {
    // A return and a loop inside a statement expression leave the whole function.
    int at = ({
        int i = 0;
        for (; i < n; i++)
            if (v[i] == want) return i + 100;
        i;
    });
    return -at;
}

int main(void) {
    char c = 'x';
    int i = 4, arr[3] = {3, 1, 2}, (*pa)[3] = &arr;
    const int ci = 8;
    float f = 1.5f;
    printf("%d %d %d %d\n", COMPARE(1, 2), COMPARE(2.5, 1), COMPARE(f, 1.5), COMPARE("b", "a"));
    printf("%c%c%c%c%c%c%c%c%c%c%c%c%c\n", TYPE(c), TYPE('c'), TYPE(c + c), TYPE(1u), TYPE(1L), TYPE(f), TYPE(f * 1.0), TYPE("lit"),
           TYPE(arr), TYPE(&ci), TYPE(twice), TYPE(pa), TYPE(((struct s){1})));
    printf("%c%c%c\n", TYPE((void *)0), TYPE(1ULL), TYPE(ci));
    int m = MAX(tick(3), tick(7));
    printf("%d %d\n", m, calls);
    // The controlling expression is never evaluated.
    int g = _Generic(tick(1), int: 5, default: tick(9));
    printf("%d %d\n", g, calls);
    double a = 1.5, b = 2.5;
    SWAP(a, b);
    SWAP(arr[0], arr[2]);
    printf("%g %g %d %d %zu\n", a, b, arr[0], arr[2], COUNT(arr));
    struct outer o = {1, {2}, 3};
    struct s *in = &o.in;
    printf("%d %g\n", CONTAINER(in, struct outer, in)->before, CONTAINER(in, struct outer, in)->after);
    printf("%d %d\n", find(arr, 3, 1), find(arr, 3, 9));
    int sum = ({ int s = 0; for (int k = 0; k < 10; k++) { if (k == 3) continue; s += k; } s; }) * 2;
    printf("%d\n", sum);
    struct s made = ({ struct s t = {i * 3}; t.x += ({ int u = t.x; u * u; }); t; });
    printf("%d\n", made.x);
    __typeof__(arr) copy;
    memcpy(copy, arr, sizeof copy);
    __typeof__(int *(*)[2]) parr;
    int *two[2] = {&i, arr};
    parr = &two;
    __typeof__(&i) pi = (*parr)[1];
    printf("%d %zu %d\n", pi[1], sizeof(copy), __builtin_types_compatible_p(__typeof__(arr[0]), int));
    assert(sum == twice(42));
    return sum + MAX(i, 3) + made.x % 50;
}
