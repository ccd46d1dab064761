// Objects are copied, compared and built through their bytes, also at unaligned addresses.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct rec { uint8_t kind; uint16_t len; uint32_t id; uint64_t stamp; float f; double d; const char *p; };

// Little-endian readers that work one byte at a time, against memcpy that works on the whole word.
static uint64_t read_le(const unsigned char *p, int n) {
    uint64_t r = 0;
    while (n--) r = r << 8 | p[n];
    return r;
}

static void write_be(unsigned char *p, uint64_t v, int n) {
    while (n--) {
        p[n] = (unsigned char)v;
        v >>= 8;
    }
}

static void swap_bytes(void *a, void *b, size_t n) {
    unsigned char *x = a, *y = b, t;
    while (n--) {
        t = *x;
        *x++ = *y;
        *y++ = t;
    }
}

int main(void) {
    unsigned char buf[64];
    for (int i = 0; i < 64; i++) buf[i] = (unsigned char)(i * 73 + 11);
    int wrong = 0;
    uint64_t h = 0;
    for (int off = 0; off < 16; off++) {
        uint16_t a;
        uint32_t b;
        uint64_t c;
        double d;
        memcpy(&a, buf + off, sizeof a);
        memcpy(&b, buf + off, sizeof b);
        memcpy(&c, buf + off, sizeof c);
        memcpy(&d, buf + off, sizeof d);
        wrong += a != read_le(buf + off, 2);
        wrong += b != read_le(buf + off, 4);
        wrong += c != read_le(buf + off, 8);
        h = h * 1000003 + c;
        wrong += memcmp(&d, &c, 8) != 0;
    }
    printf("wrong %d %016llx\n", wrong, (unsigned long long)h);

    write_be(buf + 3, 0x0102030405060708ULL, 8);
    write_be(buf + 11, 0xbeef, 2);
    for (int i = 0; i < 16; i++) printf("%02x", buf[i]);
    printf("\n");

    // A pointer survives a trip through its bytes, in pieces and out of order.
    struct rec r = {.kind = 3, .len = 500, .id = 0xdeadbeef, .stamp = 1ULL << 50, .f = 1.25f, .d = -2.5, .p = "pointer"};
    struct rec s;
    memset(&s, 0, sizeof s);
    for (size_t i = sizeof r; i-- > 0;) ((unsigned char *)&s)[i] = ((const unsigned char *)&r)[i];
    printf("%d %d %x %llu %g %g %s\n", s.kind, s.len, s.id, (unsigned long long)s.stamp, (double)s.f, s.d, s.p);
    uintptr_t bits = (uintptr_t)r.p;
    uint32_t lo = (uint32_t)bits, hi = (uint32_t)(bits >> 32);
    const char *again = (const char *)((uintptr_t)hi << 32 | lo);
    printf("%s %d\n", again + 2, again == r.p);
    const char *tagged = (const char *)((uintptr_t)r.p ^ 0x5555);
    printf("%s\n", (const char *)((uintptr_t)tagged ^ 0x5555));

    struct rec t = {.kind = 9, .p = "other"};
    swap_bytes(&r, &t, sizeof r);
    printf("%s %s %d %d\n", r.p, t.p, r.kind, t.kind);
    int ints[4] = {1, -2, 3, -4}, back[4];
    memcpy(back, ints, sizeof ints);
    memmove((char *)back + 4, back, 8);
    printf("%d %d %d %d %d\n", back[0], back[1], back[2], back[3], memcmp(ints, back, 4));
    float f = 3.14f;
    unsigned char fb[4];
    memcpy(fb, &f, 4);
    fb[3] ^= 0x80;
    memcpy(&f, fb, 4);
    printf("%g %02x%02x\n", (double)f, fb[3], fb[2]);
    return wrong + (int)(h % 200);
}
