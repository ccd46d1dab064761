//@ cc: clang
// The checked-arithmetic builtins report overflow and store the wrapped result for mixed types.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int overflows;

#define CHECK(op, T, a, b)                                                          \
    do {                                                                            \
        T r;                                                                        \
        int o = __builtin_##op##_overflow((a), (b), &r);                            \
        overflows += o;                                                             \
        printf("%s %s(%s,%s) %d %lld\n", #T, #op, #a, #b, o, (long long)r);         \
    } while (0)

static int sat_add(int a, int b) {
    int r;
    if (!__builtin_add_overflow(a, b, &r)) return r;
    return a < 0 ? INT_MIN : INT_MAX;
}

static size_t area(size_t w, size_t h, size_t each) {
    size_t r;
    if (__builtin_mul_overflow(w, h, &r) || __builtin_mul_overflow(r, each, &r)) return 0;
    return r;
}

static int parse_checked(const char *s, int *out) {
    int v = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *s - '0', &v)) return 0;
    *out = v;
    return *s == 0;
}

int main(void) {
    CHECK(add, int, INT_MAX, 1);
    CHECK(add, int, INT_MAX, -1);
    CHECK(sub, int, INT_MIN, 1);
    CHECK(mul, int, 65536, 32768);
    CHECK(mul, int, -65536, 32768);
    CHECK(add, unsigned, UINT_MAX, 1u);
    CHECK(sub, unsigned, 3u, 5u);
    CHECK(mul, unsigned, 65537u, 65535u);
    CHECK(add, int8_t, 100, 27);
    CHECK(add, int8_t, 100, 28);
    CHECK(mul, uint8_t, 16, 16);
    CHECK(sub, uint8_t, 0, 1);
    CHECK(add, int16_t, 32000, 768);
    CHECK(mul, int16_t, -182, 180);
    CHECK(add, int64_t, INT64_MAX, 1);
    CHECK(sub, int64_t, INT64_MIN, INT64_MAX);
    CHECK(mul, int64_t, INT64_C(3037000500), INT64_C(3037000500));
    CHECK(mul, uint64_t, UINT64_C(4294967296), UINT64_C(4294967295));
    CHECK(mul, uint64_t, UINT64_C(4294967296), UINT64_C(4294967296));
    // The operands have other types than the result: the sum is exact before it is stored.
    CHECK(add, unsigned, -1, 1u);
    CHECK(add, unsigned, -2, 1);
    CHECK(add, int, 4000000000u, -2000000000);
    CHECK(sub, uint64_t, 5, UINT64_MAX);
    CHECK(add, int64_t, UINT64_MAX, INT64_MIN);
    CHECK(mul, int, UINT64_C(1) << 33, 0);
    CHECK(mul, char, 'a', 2L);

    unsigned carry, more;
    unsigned lo = __builtin_addc(0xffffffffu, 1u, 0u, &carry);
    unsigned hi = __builtin_addc(7u, 8u, carry, &more);
    printf("chain %u %u %u %u\n", lo, carry, hi, more);
    printf("sat %d %d %d\n", sat_add(INT_MAX, 5), sat_add(INT_MIN, -5), sat_add(-7, 5));
    printf("area %zu %zu\n", area(1000, 1000, 8), area(SIZE_MAX / 2, 2, 2));
    int v = -1;
    printf("parse %d", parse_checked("2147483647", &v));
    printf(" %d", v);
    printf(" %d %d\n", parse_checked("2147483648", &v), parse_checked("99999999999", &v));
    return overflows;
}
