// Variable arguments of every type arrive in order, past the register limits and through va_copy.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct small { int a; float b; };
struct pair { double x, y; };
struct big { long v[5]; };
struct mix { char c; double d; };

// Each letter of the format names the type of the next argument.
static double walk(const char *fmt, va_list ap) {
    double sum = 0;
    for (int i = 1; *fmt; fmt++, i++) {
        double v = 0;
        switch (*fmt) {
        case 'c': v = (char)va_arg(ap, int); break;
        case 'i': v = va_arg(ap, int); break;
        case 'u': v = va_arg(ap, unsigned); break;
        case 'l': v = (double)va_arg(ap, long); break;
        case 'd': v = va_arg(ap, double); break;
        case 'L': v = (double)va_arg(ap, long double); break;
        case 's': v = (double)strlen(va_arg(ap, const char *)); break;
        case 'p': v = *va_arg(ap, int *); break;
        case 'S': { struct small s = va_arg(ap, struct small); v = s.a + s.b; break; }
        case 'P': { struct pair p = va_arg(ap, struct pair); v = p.x - p.y; break; }
        case 'B': { struct big b = va_arg(ap, struct big); v = (double)(b.v[0] + b.v[4]); break; }
        case 'M': { struct mix m = va_arg(ap, struct mix); v = m.c * m.d; break; }
        case 'x': v = (double)va_arg(ap, __int128); break;
        }
        sum += v * i;
    }
    return sum;
}

static double total(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    double r = walk(fmt, ap);
    va_end(ap);
    return r;
}

static double twice(int skip, double scale, const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    while (skip-- > 0) (void)va_arg(ap, int);
    va_copy(again, ap);
    double r = walk(fmt, ap);
    r += scale * walk(fmt, again);
    va_end(again);
    va_end(ap);
    return r;
}

static int format(char *out, size_t n, const char *fmt, ...) {
    va_list ap, len;
    va_start(ap, fmt);
    va_copy(len, ap);
    int need = vsnprintf(NULL, 0, fmt, len);
    vsnprintf(out, n, fmt, ap);
    va_end(len);
    va_end(ap);
    return need;
}

static int max(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int best = va_arg(ap, int);
    while (--n > 0) {
        int x = va_arg(ap, int);
        if (x > best) best = x;
    }
    va_end(ap);
    return best;
}

int main(void) {
    int seven = 7;
    printf("%g\n", total("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, -10));
    printf("%g\n", total("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., .5));
    printf("%g\n", total("cidulLspdidididididL", 'a', -1, 2.5, 3u, 4L, 5.5L, "hello", &seven, 1., 2, 3., 4, 5., 6, 7., 8, 9., 10, 11., 12.25L));
    struct small s = {3, 0.5f};
    struct pair p = {10, 2.5};
    struct big b = {{1, 2, 3, 4, 5}};
    struct mix m = {'A', 0.25};
    printf("%g\n", total("SPBM", s, p, b, m));
    printf("%g\n", total("iSiPiBiMiSdddPPPPSMMii", 1, s, 2, p, 3, b, 4, m, 5, s, 1., 2., 3., p, p, p, p, s, m, m, 6, 7));
    printf("%g\n", total("xixLx", (__int128)1 << 70, 5, (__int128)-3, 0.5L, (__int128)8));
    printf("%g\n", twice(3, 0.5, "disL", 9, 9, 9, 1.5, -4, "abc", 2.0L));
    printf("%d %d\n", max(3, 4, 9, 2), max(12, -4, -9, -2, -5, -7, -3, -8, -6, -11, -12, -1, -10));
    char out[20];
    int need = format(out, sizeof out, "%s=%d/%.3f/%Lf/%c", "key", 42, 1.0 / 3, 2.5L, 'z');
    printf("%d %s\n", need, out);
    // Small types are promoted on the way: char and short to int, float to double.
    printf("%g\n", total("iidi", (char)-3, (unsigned short)65535, 1.5f, (_Bool)1));
    return need + max(2, 30, 20);
}
