// strtol and its family parse prefixes, bases, signs and limits, and say where they stopped.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static unsigned h = 1;
static void show(const char *what, const char *in, const char *end, long long v) {
    printf("%s \"%s\" = %lld stop %d %s\n", what, in, v, (int)(end - in), errno == ERANGE ? "range" : errno == EINVAL ? "invalid" : "ok");
    h = h * 31 + (unsigned)v + (unsigned)(end - in) + (unsigned)errno;
}

int main(void) {
    static const struct { const char *s; int base; } cases[] = {
        {"123", 10}, {"  -42xyz", 10}, {"+7", 10}, {"0x1fG", 0}, {"0x1fG", 16}, {"0x", 0}, {"0xg", 16}, {"077", 0}, {"078", 0}, {"zz", 36},
        {"ZZ9", 36}, {"1012", 2}, {"", 10}, {"   ", 10}, {"-", 10}, {"+-3", 10}, {"--3", 10}, {"9223372036854775807", 10},
        {"9223372036854775808", 10}, {"-9223372036854775808", 10}, {"-9223372036854775809", 10}, {"18446744073709551615", 10},
        {"18446744073709551616", 10}, {"99999999999999999999999999", 10}, {"-1", 10}, {"\t\n\v\f\r 5", 10}, {"0", 0}, {"-0x80", 0},
        {"7fffffffffffffff", 16}, {"-8000000000000000", 16}, {"1e3", 10}, {"0b11", 0}, {"00000000000000000000000000012", 10}, {"5 6", 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *end;
        errno = 0;
        long l = strtol(cases[i].s, &end, cases[i].base);
        show("l", cases[i].s, end, l);
        errno = 0;
        unsigned long ul = strtoul(cases[i].s, &end, cases[i].base);
        show("ul", cases[i].s, end, (long long)ul);
        errno = 0;
        if (strtoll(cases[i].s, &end, cases[i].base) != l) return 1;
        errno = 0;
        if (strtoull(cases[i].s, &end, cases[i].base) != ul) return 2;
        errno = 0;
        if (strtoimax(cases[i].s, NULL, cases[i].base) != l) return 3;
        if (strtoumax(cases[i].s, NULL, cases[i].base) != ul) return 4;
    }
    printf("%d %ld %lld %d\n", atoi("  12ab"), atol("-99999999999"), atoll("123456789012345"), atoi("x"));
    wchar_t *wend;
    const wchar_t *w = L" 0x7Fzz";
    long wl = wcstol(w, &wend, 0);
    printf("%ld %d %g\n", wl, (int)(wend - w), wcstod(L"2.5e1", NULL));

    // A sum of numbers in a line, the usual loop over strtol.
    const char *line = "10 20,-5;0x10 junk 7";
    long sum = 0;
    int count = 0;
    for (const char *p = line; *p;) {
        char *end;
        long v = strtol(p, &end, 0);
        if (end == p) p++;
        else {
            sum += v;
            count++;
            p = end;
        }
    }
    printf("%ld %d\n", sum, count);
    for (int base = 2; base <= 36; base += 7) {
        char digits[70], *d = digits + 69;
        unsigned long v = 1234567890123UL, x = v;
        *d = 0;
        do *--d = "0123456789abcdefghijklmnopqrstuvwxyz"[x % (unsigned)base]; while (x /= (unsigned)base);
        printf("%d %s %d\n", base, d, strtoul(d, NULL, base) == v);
    }
    printf("%d %ld %lu %lld\n", INT_MAX, LONG_MIN, ULONG_MAX, LLONG_MAX);
    return (int)(h % 251) + 5;
}
