// Structs of every argument class travel by value through calls, returns and function pointers.
#include <stdio.h>
#include <string.h>

// The sizes 1 to 64 cover one register, two registers, odd tails and memory.
#define SIZED(N)                                                                     \
    struct s##N { unsigned char b[N]; };                                             \
    static struct s##N flip##N(int before, struct s##N x, int after) {               \
        struct s##N y;                                                               \
        for (int i = 0; i < N; i++) y.b[i] = (unsigned char)(x.b[N - 1 - i] ^ (before + after * i)); \
        x.b[0] = 0xff;                                                               \
        return y;                                                                    \
    }                                                                                \
    static void test##N(void) {                                                      \
        struct s##N x, y;                                                            \
        for (int i = 0; i < N; i++) x.b[i] = (unsigned char)(i * 37 + N);            \
        struct s##N (*volatile f)(int, struct s##N, int) = flip##N;                  \
        y = f(3, flip##N(1, x, 2), 5);                                               \
        report(N, &x, &y, sizeof y);                                                 \
    }

static unsigned status;

static void report(int n, const void *x, const void *y, size_t size) {
    unsigned a = 0, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = a * 33 + ((const unsigned char *)x)[i];
        b = b * 33 + ((const unsigned char *)y)[i];
    }
    printf("%d %zu %08x %08x\n", n, size, a, b);
    status = status * 17 + b;
}

SIZED(1) SIZED(2) SIZED(3) SIZED(4) SIZED(5) SIZED(6) SIZED(7) SIZED(8) SIZED(9) SIZED(11) SIZED(12)
SIZED(15) SIZED(16) SIZED(17) SIZED(23) SIZED(24) SIZED(31) SIZED(32) SIZED(33) SIZED(48) SIZED(63) SIZED(64)

struct ff { float x, y; };
struct fff { float x, y, z; };
struct dd { double x, y; };
struct df { double x; float y; };
struct di { double d; int i; };
struct id { int i; double d; };
struct if_ { int i; float f; };
struct ddd { double a, b, c; };
struct cf4 { char c; float f[3]; };
struct nest { struct { short s; struct ff f; } in; char tail[2]; };
struct ptr { const char *p; long n; };
struct ld { long double x; char c; };

static struct ff add_ff(struct ff a, struct ff b) { return (struct ff){a.x + b.x, a.y - b.y}; }
static struct fff add_fff(struct fff a, float k) { return (struct fff){a.z * k, a.x * k, a.y + k}; }
static struct dd swap_dd(struct dd a) { return (struct dd){a.y, a.x}; }
static struct df mk_df(struct di a, struct id b) { return (struct df){a.d * b.i, (float)(b.d + a.i)}; }
static struct if_ mk_if(struct df a) { return (struct if_){(int)a.x, a.y * 2}; }
static struct ddd rot(struct ddd a, struct dd b) { return (struct ddd){a.b + b.x, a.c + b.y, a.a}; }
static struct cf4 bump(struct cf4 a) { a.c++; a.f[0] += a.f[2]; a.f[1] *= a.f[0]; return a; }
static struct nest deep(struct nest a, struct nest b) { a.in.f.y = b.in.f.x; a.tail[1] = b.tail[0]; a.in.s -= b.in.s; return a; }
static struct ptr skip(struct ptr a, int k) { return (struct ptr){a.p + k, a.n - k}; }
static struct ld twice(struct ld a) { a.x *= 2; a.c++; return a; }

// Six integer and eight floating registers run out, so the last structs travel on the stack.
static double many(int a, struct id b, struct ff c, long d, struct di e, struct dd f, struct ptr g, struct fff h, struct id i,
                   struct dd j, struct ddd k, char l, struct di m) {
    return a + b.i * 2 + b.d * 3 + c.x * 4 + c.y * 5 + d * 6 + e.d * 7 + e.i * 8 + f.x * 9 + f.y * 10 + (double)strlen(g.p) * 11 +
           g.n * 12 + h.x * 13 + h.z * 14 + i.i * 15 + i.d * 16 + j.x * 17 + j.y * 18 + k.c * 19 + l * 20 + m.d * 21 + m.i * 22;
}

int main(void) {
    test1(); test2(); test3(); test4(); test5(); test6(); test7(); test8(); test9(); test11(); test12();
    test15(); test16(); test17(); test23(); test24(); test31(); test32(); test33(); test48(); test63(); test64();
    struct ff f = add_ff((struct ff){1, 2}, (struct ff){0.5f, 0.25f});
    struct fff g = add_fff((struct fff){1, 2, 3}, 1.5f);
    struct dd d = swap_dd((struct dd){7, 8});
    struct df e = mk_df((struct di){1.25, 3}, (struct id){-4, 0.5});
    struct if_ i = mk_if(e);
    struct ddd r = rot((struct ddd){1, 2, 3}, d);
    struct cf4 c = bump((struct cf4){'a', {1, 2, 3}});
    struct nest n = deep((struct nest){{9, {1, 2}}, "x"}, (struct nest){{4, {3, 4}}, "y"});
    struct ptr p = skip((struct ptr){"hello world", 11}, 6);
    struct ld l = twice((struct ld){1.1L, 'q'});
    printf("%g %g %g %g %g %g %g %g %g\n", (double)f.x, (double)f.y, (double)g.x, (double)g.y, (double)g.z, d.x, d.y, e.x, (double)e.y);
    printf("%d %g %g %g %g %c %g %g\n", i.i, (double)i.f, r.a, r.b, r.c, c.c, (double)c.f[0], (double)c.f[1]);
    printf("%d %g %c%c %s %ld %Lg %c\n", n.in.s, (double)n.in.f.y, n.tail[0], n.tail[1], p.p, p.n, l.x, l.c);
    double m = many(1, (struct id){2, 3}, f, -4, (struct di){5, 6}, d, p, g, (struct id){7, 8}, (struct dd){9, 10}, r, 'z', (struct di){11, 12});
    printf("%.6f\n", m);
    return (int)((status + (unsigned)m) % 256);
}
