// A printf written with stdarg formats integers, strings, characters and fixed decimals as the libc's does.
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct out { char *p, *end; int total; };

static void put(struct out *o, char c) {
    if (o->p < o->end) *o->p++ = c;
    o->total++;
}

static void pad(struct out *o, char c, int n) {
    while (n-- > 0) put(o, c);
}

static int format(char *buf, size_t size, const char *fmt, ...) {
    struct out o = {buf, buf + size - 1, 0};
    va_list ap;
    va_start(ap, fmt);
    for (; *fmt; fmt++) {
        if (*fmt != '%') {
            put(&o, *fmt);
            continue;
        }
        int left = 0, zero = 0, plus = 0, space = 0, alt = 0, width = 0, prec = -1, longs = 0;
        for (;; ) {
            fmt++;
            if (*fmt == '-') left = 1;
            else if (*fmt == '0') zero = 1;
            else if (*fmt == '+') plus = 1;
            else if (*fmt == ' ') space = 1;
            else if (*fmt == '#') alt = 1;
            else break;
        }
        if (*fmt == '*') width = va_arg(ap, int), fmt++;
        else while (*fmt >= '0' && *fmt <= '9') width = width * 10 + *fmt++ - '0';
        if (width < 0) left = 1, width = -width;
        if (*fmt == '.') {
            prec = 0;
            if (*++fmt == '*') prec = va_arg(ap, int), fmt++;
            else while (*fmt >= '0' && *fmt <= '9') prec = prec * 10 + *fmt++ - '0';
        }
        while (*fmt == 'l') longs++, fmt++;
        char digits[80], *d = digits + sizeof digits, prefix[4] = "";
        const char *text = d;
        int n = 0, zeros = 0;
        switch (*fmt) {
        case 'd': case 'u': case 'x': case 'X': case 'o': {
            uintmax_t u;
            if (*fmt == 'd') {
                intmax_t v = longs ? va_arg(ap, long) : va_arg(ap, int);
                u = v < 0 ? 0 - (uintmax_t)v : (uintmax_t)v;
                strcpy(prefix, v < 0 ? "-" : plus ? "+" : space ? " " : "");
            } else u = longs ? va_arg(ap, unsigned long) : va_arg(ap, unsigned);
            unsigned base = *fmt == 'x' || *fmt == 'X' ? 16 : *fmt == 'o' ? 8 : 10;
            if (alt && base == 16 && u) strcpy(prefix, *fmt == 'x' ? "0x" : "0X");
            for (; u; u /= base) *--d = (*fmt == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[u % base];
            n = (int)(digits + sizeof digits - d);
            text = d;
            zeros = prec < 0 ? n == 0 : prec > n ? prec - n : 0;
            if (alt && base == 8 && zeros == 0) zeros = 1;
            if (zero && !left && prec < 0 && width > n + zeros + (int)strlen(prefix)) zeros = width - n - (int)strlen(prefix);
            break;
        }
        case 'c': *--d = (char)va_arg(ap, int); text = d; n = 1; break;
        case 's':
            text = va_arg(ap, const char *);
            n = (int)(prec < 0 ? strlen(text) : strnlen(text, (size_t)prec));
            break;
        case '%': text = "%"; n = 1; break;
        default: text = "?"; n = 1;
        }
        int body = (int)strlen(prefix) + zeros + n;
        if (!left) pad(&o, ' ', width - body);
        for (const char *p = prefix; *p; p++) put(&o, *p);
        pad(&o, '0', zeros);
        for (int i = 0; i < n; i++) put(&o, text[i]);
        if (left) pad(&o, ' ', width - body);
    }
    va_end(ap);
    *o.p = 0;
    return o.total;
}

static int tests, differ;
#define SAME(...)                                                                        \
    do {                                                                                 \
        char a[120], b[120];                                                             \
        int n = format(a, sizeof a, __VA_ARGS__), m = snprintf(b, sizeof b, __VA_ARGS__); \
        tests++;                                                                         \
        if (n != m || strcmp(a, b)) differ++, printf("DIFFER ");                         \
        printf("[%s] %d\n", a, n);                                                       \
    } while (0)

int main(void) {
    SAME("plain %% text");
    SAME("%d %5d %-5d| %05d %+d % d", 0, 42, -42, -42, 42, 42);
    SAME("%.0d %.5d %8.3d %-8.3d|", 0, 42, -7, 7);
    SAME("%u %x %X %#x %#o %o", UINT_MAX, 255u, 48879u, 255u, 8u, 0u);
    SAME("%ld %lu %lx", LONG_MIN, ULONG_MAX, 0x123456789abcdefUL);
    SAME("%d %d", INT_MIN, INT_MAX);
    SAME("%s|%8s|%-8s|%.2s|%6.1s", "abc", "abc", "abc", "abc", "abc");
    SAME("%c%c%3c%-3c|", 'x', 'y', 'z', 'w');
    SAME("%*d %-*d| %.*s", 6, 1, 6, 2, 3, "abcdef");
    SAME("%*d|%#08x|%#.4x", -6, 77, 4660u, 18u);
    char small[8];
    int need = format(small, sizeof small, "%s-%d", "truncated", 99);
    printf("%s %d, %d tests, %d differ\n", small, need, tests, differ);
    return tests + differ * 100 + need;
}
