// A union reads the bytes of one member as another, as C11 allows.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union bits { float f; double d; uint32_t u32; uint64_t u64; uint16_t u16[4]; uint8_t b[8]; int8_t s[8]; };

enum kind { INT, REAL, TEXT, LIST };
struct value {
    enum kind kind;
    union {
        long i;
        double r;
        char t[12];
        struct { const struct value *items; unsigned n; };
    };
};

// Both members start with the same fields, so either may be used to read them.
union shape {
    struct { int tag, x, y; } point;
    struct { int tag, x, y, r; } circle;
};

static double total(struct value v) {
    double s = 0;
    switch (v.kind) {
    case INT: return (double)v.i;
    case REAL: return v.r;
    case TEXT: return (double)strlen(v.t);
    case LIST:
        for (unsigned i = 0; i < v.n; i++) s += total(v.items[i]);
        return s;
    }
    return -1;
}

static union bits negate(union bits b) {
    b.u64 ^= 1ULL << 63;
    return b;
}

static int exponent(double d) {
    union bits b = {.d = d};
    return (int)(b.u64 >> 52 & 0x7ff) - 1023;
}

static float fast_inverse_root(float x) {
    union bits b = {.f = x};
    b.u32 = 0x5f3759df - (b.u32 >> 1);
    return b.f * (1.5f - x * 0.5f * b.f * b.f);
}

int main(void) {
    union bits b;
    memset(&b, 0, sizeof b);
    b.d = -118.625;
    for (int i = 0; i < 8; i++) printf("%02x ", b.b[i]);
    printf("%x %x\n", b.u32, b.u16[3]);
    b.u16[3] = 0x4059;
    b.s[0] = -1;
    printf("%.17g %llu\n", b.d, (unsigned long long)b.u64);
    printf("%.17g\n", negate(b).d);
    b.f = 1.5f;
    printf("%08x %d\n", b.u32, b.s[3]);
    printf("%d %d %d\n", exponent(1), exponent(0.1), exponent(1e100));
    for (float x = 0.25f; x < 100; x *= 3) printf("%.6f ", (double)fast_inverse_root(x));
    printf("\n");

    struct value leaf[] = {{INT, {.i = -5}}, {REAL, {.r = 2.5}}, {TEXT, {.t = "eleven char"}}};
    struct value inner = {.kind = LIST, .items = leaf, .n = 3};
    struct value mix[] = {inner, leaf[1], inner, {.kind = TEXT, .t = "ab"}};
    struct value outer = {.kind = LIST, .items = mix, .n = 4};
    printf("%g %g %zu %zu\n", total(inner), total(outer), sizeof(struct value), sizeof(union bits));

    union shape s = {.circle = {2, 10, 20, 30}};
    printf("%d %d %d\n", s.point.tag, s.point.x, s.point.y);
    s.point.y = 99;
    printf("%d %d\n", s.circle.y, s.circle.r);

    union { int a[3]; struct { int x; int pad; int z; } f; char raw[12]; } u = {{1, 2, 3}}, copy;
    copy = u;
    copy.f.z = 0x01020304;
    printf("%d %d %d %d\n", copy.a[2] == 0x01020304, copy.raw[8], copy.raw[11], u.f.x + u.f.pad + u.f.z);
    return (int)total(outer);
}
