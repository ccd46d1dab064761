//@ cflags: -Wno-parentheses -Wno-psabi
// Vector types add, compare, shift, subscript, convert and shuffle lane by lane.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef int16_t i16x8 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef int64_t i64x2 __attribute__((vector_size(16)));
typedef int64_t i64x4 __attribute__((vector_size(32)));
typedef double f64x4 __attribute__((vector_size(32)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));

static void show4(const char *what, i32x4 v) { printf("%-6s %d %d %d %d\n", what, v[0], v[1], v[2], v[3]); }
static void showf(const char *what, f32x4 v) { printf("%-6s %g %g %g %g\n", what, (double)v[0], (double)v[1], (double)v[2], (double)v[3]); }

static i32x4 blend(i32x4 mask, i32x4 a, i32x4 b) { return (mask & a) | (~mask & b); }

struct holder { char c; f32x4 v; };
static struct holder grow(struct holder h, float by) {
    h.v *= by;
    h.c++;
    return h;
}

static int dot(const int8_t *a, const int8_t *b, int n) {
    i16x8 acc = {0};
    for (int i = 0; i < n; i += 8) {
        i16x8 x, y;
        for (int k = 0; k < 8; k++) {
            x[k] = a[i + k];
            y[k] = b[i + k];
        }
        acc += x * y;
    }
    int s = 0;
    for (int k = 0; k < 8; k++) s += acc[k];
    return s;
}

int main(void) {
    i32x4 a = {1, -2, 300, 70000}, b = {5, 5, -7, 9};
    show4("add", a + b); show4("sub", a - b); show4("mul", a * b); show4("div", a / b); show4("mod", a % b);
    show4("and", a & b); show4("xor", a ^ b); show4("not", ~a); show4("neg", -a); show4("shl", b + 10 << 2); show4("shr", a >> 1);
    show4("eq", a == b); show4("lt", a < b); show4("ge", a >= (i32x4){1, 1, 300, 1}); show4("mix", a * 3 + 1);
    show4("blend", blend(a > b, a, b));
    a[2] += b[3];
    a[0]++;
    show4("set", a);
    f32x4 f = {1.5f, -2.25f, 0.1f, 1e10f};
    showf("f", f / 3.0f); showf("f", f * f - 1.0f); show4("fcmp", f > 0.5f);
    volatile double third = 1.0 / 3;
    f64x2 d = {third, -8};
    f64x2 e = d * d + (f64x2){0.5, 0.25};
    i64x2 cmp = d < e;
    printf("%.17g %.17g %lld %lld\n", e[0], e[1], (long long)cmp[0], (long long)cmp[1]);

    // A cast between vector types keeps the bits; __builtin_convertvector keeps the values.
    i32x4 bits = (i32x4)f;
    f32x4 vals = __builtin_convertvector(a, f32x4);
    f64x4 wide = __builtin_convertvector(f, f64x4);
    i64x4 whole = __builtin_convertvector(wide, i64x4);
    printf("%x %x\n", (unsigned)bits[0], (unsigned)bits[1]);
    showf("conv", vals);
    printf("%g %g %lld %lld\n", wide[1], wide[3], (long long)whole[1], (long long)whole[3]);
    u8x16 bytes;
    for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)(i * 17);
    u8x16 turned = __builtin_shufflevector(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    u8x8 half = __builtin_shufflevector(bytes, turned, 0, 2, 4, 6, 16, 18, 20, 22);
    turned += bytes;
    turned >>= 1;
    for (int i = 0; i < 16; i++) printf("%d ", turned[i]);
    for (int i = 0; i < 8; i++) printf("%d ", half[i]);
    printf("\n");
    i32x4 shuffled = __builtin_shufflevector(a, b, 3, 5, 0, 6);
    show4("shuf", shuffled);

    struct holder h = grow(grow((struct holder){'a', f}, 2), 0.5f);
    printf("%c %zu %zu ", h.c, sizeof h, _Alignof(f32x4));
    showf("h", h.v);
    int8_t x[32], y[32];
    for (int i = 0; i < 32; i++) {
        x[i] = (int8_t)(i - 16);
        y[i] = (int8_t)(i % 5);
    }
    i32x4 table[3];
    memset(table, 0, sizeof table);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) table[i][(k + i) % 4] = i * 10 + k;
    show4("table", table[0] + table[1] - table[2]);
    printf("%d\n", dot(x, y, 32));
    return (dot(x, y, 32) + 200) % 256;
}
