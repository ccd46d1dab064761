// Integers of several widths, floats, vectors, conversions and intrinsics.
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
static long mix(char a, short b, int c, long d, unsigned __int128 e) {
    long r = a * b + (c ^ d) - (long)(e >> 70);
    r += __builtin_popcountl(d) + __builtin_bswap32(c) + __builtin_ctz(c | 1);
    return r << (b & 15) | (unsigned)r >> 3;
}
static double real(float x, double y, long double z) { return x * y - (double)z / 3 + (int)x % 5; }
int main(void) {
    v4 v = {1, 2, 3, 4}, w = v * v + v;
    int o, overflowed = __builtin_mul_overflow(w[2], 1 << 30, &o);
    struct { unsigned a : 3, b : 9; } bits = {5, 300};
    printf("%ld %.3f %d %d %d\n", mix(1, -2, 3, 4, (unsigned __int128)7 << 80), real(1.5f, 2.25, 3.125L), w[3], overflowed, bits.b);
    return 0;
}
