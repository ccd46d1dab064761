//@ cflags: -Wno-format
// printf honours every conversion with every flag, width, precision and length modifier.
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static unsigned h = 5381;

// The format is built from all combinations, so the result goes through snprintf and a hash.
static void emit(int show, const char *fmt, const char *text) {
    for (const char *p = text; *p; p++) h = h * 33 + (unsigned char)*p;
    if (show) printf("%s [%s]\n", fmt, text);
}

int main(void) {
    static const char *flags[] = {"", "-", "0", "+", " ", "#", "-+", "0+", "#0", "- #", "+#0"};
    static const char *widths[] = {"", "1", "12", ".0", ".5", "12.4", "3.9"};
    char fmt[32], out[200];
    int n = 0;
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            for (const char *c = "di"; *c; c++) {
                static const int v[] = {0, 1, -1, 2147483647, -2147483647 - 1};
                for (int k = 0; k < 5; k++) {
                    snprintf(fmt, sizeof fmt, "%%%s%s%c", flags[f], widths[w], *c);
                    snprintf(out, sizeof out, fmt, v[k]);
                    emit(++n % 97 == 0, fmt, out);
                }
            }
            for (const char *c = "uoxX"; *c; c++) {
                static const unsigned v[] = {0, 8, 4294967295u};
                for (int k = 0; k < 3 && !strpbrk(flags[f], "+ "); k++) {
                    snprintf(fmt, sizeof fmt, "%%%s%s%c", strpbrk(flags[f], "#") && *c == 'u' ? "" : flags[f], widths[w], *c);
                    snprintf(out, sizeof out, fmt, v[k]);
                    emit(++n % 97 == 0, fmt, out);
                }
            }
            for (const char *c = "fFeEgGaA"; *c; c++) {
                static const double v[] = {0.0, -0.0, 1.5, -123.456789, 1e-7, 9.9999e20, INFINITY};
                for (int k = 0; k < 7; k++) {
                    snprintf(fmt, sizeof fmt, "%%%s%s%c", flags[f], widths[w], *c);
                    snprintf(out, sizeof out, fmt, v[k]);
                    emit(++n % 97 == 0, fmt, out);
                }
            }
        }
    printf("%d %08x\n", n, h);

    printf("[%hhd %hhu %hd %hu %ld %lu %lld %llu]\n", (signed char)-1, (unsigned char)200, (short)-300, (unsigned short)60000, -4L, 4UL, -5LL, 5ULL);
    printf("[%jd %ju %zd %zu %td %" PRId8 " %" PRIx64 "]\n", (intmax_t)-6, (uintmax_t)6, (ssize_t)-7, (size_t)7, (ptrdiff_t)-8, (int8_t)9, (uint64_t)0xabcdef012345);
    printf("[%c][%5c][%-5c][%s][%10s][%-10s][%.2s][%6.1s][%.0s]\n", 'a', 'b', 'c', "str", "right", "left", "cut", "xyz", "gone");
    printf("[%*d][%-*d][%.*f][%*.*s][%.*d]\n", 6, 42, 6, 42, 2, 3.14159, 8, 3, "abcdef", -1, 7);
    printf("[%*d][%%][%c]\n", -6, 42, '%');
    printf("[%1$d %3$s %2$c %1$d]\n", 10, 'p', "pos");
    printf("[%2$*1$d]\n", 7, 99);
    printf("[%Lf %.3Le %Lg %LA]\n", 1.25L, 12345.678L, 1e-10L, 1.0L);
    printf("[%p][%10p]\n", (void *)0, (void *)0);
    printf("[%ls][%lc][%.3ls]\n", L"wide", (wint_t)L'w', L"cut wide");
    int a = 0, b = 0;
    long c = 0;
    int total = printf("count%n these%n\n%ln", &a, &b, &c);
    printf("%d %d %ld %d\n", a, b, c, total);
    char small[5];
    int need = snprintf(small, sizeof small, "%s", "truncated");
    printf("%s %d %d\n", small, need, snprintf(NULL, 0, "%d", 12345));
    printf("%.50f\n%.3g|%#.3g|%g|%g|%G\n", 1.0 / 3, 100.0, 100.0, 1e5, 1e-5, 1e100);
    printf("%e %.0e %#.0e %E\n", 12345.6789, 55555.0, 5.0, 1e-300);
    printf("%a %.0a %.2a %A %20.3a|%-20a|\n", 1.0, 1.5, 1.999, 255.75, 3.14, 0.5);
    printf("%s %d\n", "done", sprintf(out, "%s%c%d", "x", 0, 5));
    return (int)(h % 256);
}
