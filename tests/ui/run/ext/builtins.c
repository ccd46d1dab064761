// The compiler's builtins choose, measure, copy and hint without changing what the program computes.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define KIND(x) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), double), 2, \
    __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), int), 1, 0))

static int evaluated;
static int touch(int x) { evaluated++; return x; }

static int sign(int x) {
    switch ((x > 0) - (x < 0)) {
    case -1: return 'n';
    case 0: return 'z';
    case 1: return 'p';
    }
    __builtin_unreachable();
}

__attribute__((noinline)) static int leaf(int x) { return x ? x * 3 : 1; }
__attribute__((always_inline)) static inline int inlined(int x) { return leaf(x) + leaf(-x); }
__attribute__((pure)) static int pure_sum(const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
__attribute__((const)) static int square(int x) { return x * x; }
__attribute__((cold, unused)) static void die(void) { abort(); }
__attribute__((nonnull(1), returns_nonnull)) static char *first_upper(char *s) {
    while (*s && !(*s >= 'A' && *s <= 'Z')) s++;
    return s;
}

static void close_it(int **p) {
    printf("closing %d\n", **p);
    free(*p);
}

static int cleanup(int n) {
    __attribute__((cleanup(close_it))) int *a = malloc(sizeof *a);
    if (!a) return -1;
    *a = n;
    if (n > 2) return *a + 100;
    __attribute__((cleanup(close_it))) int *b = malloc(sizeof *b);
    if (!b) return -1;
    *b = n * 10;
    return *a + *b;
}

int main(void) {
    printf("%d %d %d\n", KIND(1.0), KIND(3), KIND("s"));
    if (likely(touch(5) > 3)) printf("likely %d\n", (int)__builtin_expect(touch(7), 9));
    printf("%d %d\n", __builtin_constant_p(3 + 4) ? 1 : 0, evaluated);
    printf("%c%c%c\n", sign(-5), sign(0), sign(9));
    char buf[32], *volatile unknown = buf + 4;
    printf("%zu %zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(buf, 1), sizeof buf);
    __builtin_memset(buf, 'x', sizeof buf);
    __builtin_strcpy(buf, "builtin");
    __builtin_memcpy(buf + 7, "Copy", 5);
    __builtin_memmove(buf + 2, buf, 9);
    printf("%s %zu %d %d\n", buf, __builtin_strlen(unknown), __builtin_strcmp(buf, "bubuilti") > 0, __builtin_memcmp("ab", "ac", 2) < 0);
    printf("%s %s\n", __builtin_strchr(buf, 'C') ? "C" : "none", first_upper(unknown));
    printf("%d %d %d\n", __builtin_abs(-4), (int)__builtin_labs(-5L), (int)__builtin_fabs(-6.5));
    volatile double d = 2.25, huge = __builtin_inf();
    printf("%g %g %d %d\n", __builtin_sqrt(d), __builtin_copysign(d, -1.0), __builtin_isnan(d - d), __builtin_isinf_sign(-huge));
    printf("%g %d %d\n", __builtin_huge_val() == huge ? 1.0 : 0.0, __builtin_isgreater(d, 1.0), __builtin_signbit(-d) != 0);
    printf("%d %zu\n", inlined(4), __builtin_offsetof(struct { char c; double d[3]; }, d[2]));
    int v[] = {1, 2, 3, 4};
    printf("%d %d\n", pure_sum(v, 4), square(pure_sum(v, 3)));
    int r1 = cleanup(1), r3 = cleanup(3);
    printf("%d %d\n", r1, r3);
    __builtin_prefetch(v, 1, 3);
    int *al = __builtin_assume_aligned(v, 4);
    printf("%d %s %d\n", al[2], __func__, __builtin_strcmp(__FUNCTION__, "main"));
    printf("%d %d\n", __builtin_return_address(0) != NULL, __builtin_frame_address(0) != NULL);
    if (evaluated > 100) __builtin_trap();
    char out[16];
    int n = __builtin_snprintf(out, sizeof out, "%05d|%x", 42, 255u);
    printf("%d %s %d\n", n, out, __LINE__ > 50);
    return evaluated * 10 + r3;
}
