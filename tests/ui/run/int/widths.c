// Every integer width wraps, truncates and extends as its type says.
#include <stdint.h>
#include <stdio.h>

static unsigned status;

// The running status folds every printed value in, so that one wrong value changes the exit status too.
static void show(const char *what, long long v) {
    printf("%-24s %lld %#llx\n", what, v, (unsigned long long)v);
    status = status * 31 + (unsigned)(v ^ (v >> 32));
}

#define EDGE(T, lo, hi)                                   \
    do {                                                  \
        T a = (lo), b = (hi);                             \
        show(#T " lo", (long long)a);                     \
        show(#T " hi", (long long)b);                     \
        show(#T " lo>>1", (long long)(a >> 1));           \
        show(#T " hi>>3", (long long)(b >> 3));           \
        show(#T " hi/7", (long long)(b / 7));             \
        show(#T " hi%7", (long long)(b % 7));             \
        show(#T " lo/5", (long long)(a / 5));             \
        show(#T " lo%5", (long long)(a % 5));             \
        show(#T " ~lo", (long long)(T)~a);                \
        show(#T " lo^hi", (long long)(T)(a ^ b));         \
        show(#T " lo<hi", a < b);                         \
    } while (0)

int main(void) {
    EDGE(int8_t, INT8_MIN, INT8_MAX);
    EDGE(uint8_t, 0, UINT8_MAX);
    EDGE(int16_t, INT16_MIN, INT16_MAX);
    EDGE(uint16_t, 0, UINT16_MAX);
    EDGE(int32_t, INT32_MIN, INT32_MAX);
    EDGE(uint32_t, 0, UINT32_MAX);
    EDGE(int64_t, INT64_MIN, INT64_MAX);
    EDGE(uint64_t, 0, UINT64_MAX);

    // Unsigned arithmetic wraps at its own width, also after promotion to int.
    uint8_t u8 = 200;
    u8 += 100;
    show("u8 wrap", u8);
    u8 = (uint8_t)(u8 * u8);
    show("u8 square", u8);
    uint16_t u16 = 65535;
    u16++;
    show("u16 wrap", u16);
    u16--;
    show("u16 back", u16);
    uint32_t u32 = 0;
    u32 -= 1;
    show("u32 wrap", u32);
    u32 *= u32;
    show("u32 square", u32);
    uint64_t u64 = UINT64_MAX;
    u64 *= 3;
    show("u64 times 3", (long long)u64);
    u64 >>= 63;
    show("u64 top bit", (long long)u64);

    // Narrowing keeps the low bits; widening depends on the sign of the source.
    long long wide = 0x1234567890abcdefLL;
    show("to i8", (int8_t)wide);
    show("to u8", (uint8_t)wide);
    show("to i16", (int16_t)wide);
    show("to u16", (uint16_t)wide);
    show("to i32", (int32_t)wide);
    show("to u32", (uint32_t)wide);
    int8_t neg = -3;
    show("i8 to u16", (uint16_t)neg);
    show("i8 to u32", (uint32_t)neg);
    show("u8 of i8 to i64", (int64_t)(uint8_t)neg);
    _Bool t = (_Bool)(wide & 0x100), f = (_Bool)(wide & 0x10), half = (_Bool)0.5;
    show("bools", t * 4 + f * 2 + half);
    return (int)(status % 251);
}
