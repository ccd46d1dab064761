// A conversion between every pair of arithmetic types gives the value the standard defines.
#include <stdio.h>

static unsigned h = 2166136261u;

static void fold(const char *s) {
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
}

// Every source type converts to every other type through one macro per source.
#define FROM(T, ...)                                                                            \
    do {                                                                                        \
        static const T values[] = {__VA_ARGS__};                                                \
        printf("%s:", #T);                                                                      \
        for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {                         \
            volatile T v = values[i];                                                           \
            char out[400];                                                                      \
            snprintf(out, sizeof out, "%d,%d,%d,%d,%d,%d,%u,%ld,%lu,%lld,%llu,%a,%a,%La;",      \
                     (_Bool)v, (signed char)v, (unsigned char)v, (short)v, (unsigned short)v,   \
                     (int)v, (unsigned)v, (long)v, (unsigned long)v, (long long)v,              \
                     (unsigned long long)v, (double)(float)v, (double)v, (long double)v);       \
            fold(out);                                                                          \
            if (i == 1) printf(" %s", out);                                                     \
        }                                                                                       \
        printf(" %08x\n", h);                                                                   \
    } while (0)

int main(void) {
    FROM(_Bool, 0, 1);
    FROM(signed char, -128, -1, 0, 127);
    FROM(unsigned char, 0, 255, 128);
    FROM(short, -32768, -2, 32767, 300);
    FROM(unsigned short, 65535, 40000, 7);
    FROM(int, -2147483647 - 1, 16777217, -123456789, 2147483647);
    FROM(unsigned, 4294967295u, 2147483649u, 5);
    FROM(long, -9223372036854775807L - 1, 9007199254740993L, -77777777777L);
    FROM(unsigned long, 18446744073709551615ul, 9223372036854775809ul, 18446744073709549568ul);
    FROM(long long, 9223372036854775807LL, -9007199254740995LL, 1LL << 52);
    FROM(unsigned long long, 9223372036854775808ull, 18446744073709550591ull, 3);
    // Floating values stay within the range of every target type, else the conversion is undefined.
    FROM(float, 0.75f, 100.999f, 126.5f, 0.0f);
    FROM(double, 0.1, 99.99999, 3.5, 127.0);
    FROM(long double, 0.3L, 64.0000001L, 1.0L, 12.75L);

    volatile double big = 1.8446744073709550e19, neg = -2147483648.75, half = -0.999;
    printf("%lu %d %u %lu\n", (unsigned long)big, (int)neg, (unsigned)half, (unsigned long)half);
    volatile float fbig = 9.2233715e18f, f2 = 1.8446743e19f;
    printf("%ld %lu %lu\n", (long)fbig, (unsigned long)fbig, (unsigned long)f2);
    volatile long double lbig = 18446744073709551615.0L, lneg = -9223372036854775808.0L;
    printf("%lu %ld %a %a\n", (unsigned long)lbig, (long)lneg, (double)lbig, (double)(float)lneg);
    volatile double tie = 16777217.0, tie2 = 16777219.0, tiny = 1e-50, huge = 3.4028235e38;
    printf("%a %a %a %a\n", (double)(float)tie, (double)(float)tie2, (double)(float)tiny, (double)(float)huge);
    return (int)(h % 255);
}
