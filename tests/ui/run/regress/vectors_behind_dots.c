// Small structures of floats, and structures on the stack, arrive behind the dots as they were passed.
#include <stdarg.h>
#include <stdio.h>

struct two { float x, y; };
struct three { float x, y, z; };
struct large { long a[5]; };

static struct large global = {{1, 2, 3, 4, 5}};

static void mixed(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct two p = va_arg(ap, struct two);
    double d = va_arg(ap, double);
    struct three q = va_arg(ap, struct three);
    int i = va_arg(ap, int);
    long double l = va_arg(ap, long double);
    struct large s = va_arg(ap, struct large);
    va_end(ap);
    printf("%d: %g %g %g | %g %g %g %d %.3Lf %ld\n", n, p.x, p.y, d, q.x, q.y, q.z, i, l, s.a[4]);
}

static void many(int n, ...) {
    va_list ap;
    va_start(ap, n);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        struct two p = va_arg(ap, struct two);
        sum += p.x * (float)(i + 1) - p.y;
    }
    va_end(ap);
    printf("%g\n", sum);
}

// The callee changes the original before it looks at its copy.
static void changed(int n, ...) {
    va_list ap;
    global.a[0] = 99;
    va_start(ap, n);
    struct large s = va_arg(ap, struct large);
    va_end(ap);
    printf("%ld\n", s.a[0]);
}

// The list outlives the block it was started in, which has an array of variable length.
static int inner(int n, ...) {
    va_list ap;
    {
        int vla[n];
        vla[0] = 1;
        va_start(ap, n);
        n += vla[0] - 1;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}

int main(void) {
    mixed(1, (struct two){1.5f, 2.5f}, 7.25, (struct three){3, 4, 5}, 9, 2.125L, (struct large){{0, 0, 0, 0, 77}});
    struct two t = {0.5f, 0.25f};
    many(10, t, t, t, t, t, t, t, t, t, t);
    changed(1, global);
    printf("%d\n", inner(3, 10, 20, 30));
    return 0;
}
