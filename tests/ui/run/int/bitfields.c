// Bit-fields of every kind hold, wrap and sign-extend their own bits and leave their neighbours alone.
#include <stdio.h>
#include <string.h>

struct small { unsigned a : 1; signed b : 3; unsigned c : 5; signed d : 7; unsigned e : 16; };
struct cross { unsigned a : 20; unsigned b : 20; unsigned c : 20; signed d : 30; };
struct zero { unsigned char a : 3; unsigned char : 0; unsigned char b : 3; unsigned : 0; unsigned c : 2; };
struct wide { unsigned long long a : 37; signed long long b : 45; unsigned long long c : 63; _Bool d : 1; };
struct __attribute__((packed)) tight { unsigned a : 3; unsigned long long b : 50; signed c : 11; unsigned char d; unsigned e : 17; };
struct chars { signed char a : 4; unsigned char b : 4; short c : 9; _Bool d : 1; int e : 13; };
union view {
    struct { unsigned low : 4, mid : 9, high : 19; } f;
    unsigned u;
    unsigned char bytes[4];
};

static void bytes(const char *what, const void *p, size_t n) {
    const unsigned char *b = p;
    printf("%s(%zu):", what, n);
    for (size_t i = 0; i < n; i++) printf(" %02x", b[i]);
    printf("\n");
}

static struct cross bump(struct cross x, unsigned by) {
    x.a += by;
    x.b -= by;
    x.c ^= by;
    x.d = -x.d;
    return x;
}

int main(void) {
    struct small s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 40; i++) {
        s.a += 1;
        s.b = (i % 8) - 4;
        s.c += 3;
        s.d = (i * 5) % 64 - (i & 1 ? 64 : 0);
        s.e = (unsigned)(s.e * 7 + s.c);
        if (i % 6 == 0) printf("%u %d %u %d %u\n", s.a, s.b, s.c, s.d, s.e);
    }
    bytes("small", &s, sizeof s);

    struct cross c;
    memset(&c, 0, sizeof c);
    c.a = 0xfffff; c.b = 0x12345; c.c = 0xabcde; c.d = -12345678;
    c = bump(c, 0x11111);
    printf("%x %x %x %d\n", c.a, c.b, c.c, c.d);
    printf("pre %x post %x", ++c.a, c.b--);
    printf(" now %x %x\n", c.a, c.b);

    struct zero z;
    memset(&z, 0, sizeof z);
    z.a = 5; z.b = 6; z.c = 3;
    bytes("zero", &z, sizeof z);

    struct wide w;
    memset(&w, 0, sizeof w);
    w.a = 0x1fffffffffULL; w.b = -17592186044416LL; w.c = 0x7edcba9876543210ULL; w.d = 42;
    w.a += 2;
    w.b /= 3;
    w.c >>= 3;
    printf("%llx %lld %llx %d\n", (unsigned long long)w.a, (long long)w.b, (unsigned long long)w.c, w.d);
    bytes("wide", &w, sizeof w);

    struct tight t;
    memset(&t, 0, sizeof t);
    t.a = 6; t.b = 0x2aaaaaaaaaaaaULL; t.c = -700; t.d = 0xee; t.e = 0x15555;
    t.b += t.a;
    printf("%u %llx %d %x %x\n", t.a, (unsigned long long)t.b, t.c, t.d, t.e);
    bytes("tight", &t, sizeof t);

    struct chars ch = {-7, 13, -200, 1, -4000};
    ch.c += 17;
    ch.e += ch.a * ch.b;
    printf("%d %d %d %d %d\n", ch.a, ch.b, ch.c, ch.d, ch.e);

    union view v = {.u = 0};
    v.f.low = 0xb; v.f.mid = 0x155; v.f.high = 0x6789a;
    bytes("view", v.bytes, 4);
    v.u = ~v.u;
    printf("%x %x %x\n", v.f.low, v.f.mid, v.f.high);

    // A bit-field narrower than int promotes to int, so this comparison is signed.
    printf("%d %d\n", s.c - 32 < 0, sizeof(+s.c) == sizeof(int));
    return (int)((v.u ^ s.e) % 127);
}
