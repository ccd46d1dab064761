// libgen splits paths, and inttypes.h, limits.h and float.h print and hold the numbers of the platform.
#include <float.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void split(const char *path) {
    char a[64], b[64];
    strcpy(a, path);
    strcpy(b, path);
    char *dir = dirname(a), *base = basename(b);
    printf("%s -> %s + %s\n", path, dir, base);
}

int main(void) {
    static const char *const paths[] = {"/usr/lib/libc.so", "/usr/lib/", "/usr", "/", "usr", ".", "..", "", "a/b", "a//b", "//", "/a/", "x/y/z///"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) split(paths[i]);
    printf("%s %s\n", basename(NULL), dirname(NULL));

    int8_t i8 = -8;
    uint16_t u16 = 16;
    int32_t i32 = -32;
    uint64_t u64 = UINT64_C(18446744073709551615);
    intptr_t ip = -1;
    int_least16_t il = 7;
    uint_fast8_t uf = 250;
    printf("%" PRId8 " %" PRIu16 " %" PRIi32 " %" PRIu64 " %" PRIx64 " %" PRIo16 " %" PRIXMAX "\n", i8, u16, i32, u64, u64 / 3, u16, (uintmax_t)48879);
    printf("%" PRIdPTR " %" PRIdLEAST16 " %" PRIuFAST8 "\n", ip, il, uf);
    uint32_t in32;
    int64_t in64;
    int r = sscanf("deadbeef -9000000000", "%" SCNx32 " %" SCNd64, &in32, &in64);
    printf("%d %" PRIu32 " %" PRId64 "\n", r, in32, in64);
    printf("%d %d %d %d %u\n", CHAR_BIT, SCHAR_MIN, CHAR_MAX, SHRT_MIN, USHRT_MAX);
    printf("%d %u %ld %lu %lld %llu\n", INT_MIN, UINT_MAX, LONG_MAX, ULONG_MAX, LLONG_MIN, ULLONG_MAX);
    printf("%jd %ju %zu %td %td\n", INTMAX_MIN, UINTMAX_MAX, SIZE_MAX, PTRDIFF_MIN, PTRDIFF_MAX);
    printf("%d %d %u\n", WCHAR_MIN, WCHAR_MAX, WINT_MAX);
    printf("%d %d %d %d\n", FLT_RADIX, FLT_DIG, DBL_DIG, LDBL_DIG);
    printf("%a %a %a %a\n", (double)FLT_MAX, DBL_MAX, (double)FLT_MIN, DBL_MIN);
    printf("%a %a %La %La\n", (double)FLT_EPSILON, DBL_EPSILON, LDBL_EPSILON, LDBL_MAX);
    printf("%a %d %d %d\n", DBL_TRUE_MIN, DBL_MAX_EXP, DBL_MIN_10_EXP, FLT_EVAL_METHOD);
    printf("%d %zu %zu\n", PATH_MAX, sizeof(intmax_t), sizeof(uint_fast16_t));

    // The constants have the types that their macros promise.
    printf("%zu %zu %zu %d\n", sizeof(INT8_C(1)), sizeof(UINT64_C(1)), sizeof(INTMAX_C(1)), UINT32_C(4294967295) > 0);
    char *l = l64a(123456789L);
    printf("%s %ld\n", l, a64l(l));
    printf("%d %ld\n", abs(INT_MIN + 1), labs(LONG_MIN + 1));
    return r * 50 + (int)sizeof(long double);
}
