//@ stdin: 17 beans 2.5\n
// The v-functions of stdio take the caller's argument list, at any position in it, and leave the rest readable.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int out(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vprintf(fmt, ap);
    va_end(ap);
    return n;
}

static int in(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vscanf(fmt, ap);
    va_end(ap);
    return n;
}

static int in_text(const char *text, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsscanf(text, fmt, ap);
    va_end(ap);
    return n;
}

// The same list is walked by three functions, each through a copy of its own.
static char *three(FILE *f, char *buf, const char *fmt, ...) {
    va_list ap, a, b;
    char *made = NULL;
    va_start(ap, fmt);
    va_copy(a, ap);
    va_copy(b, ap);
    vfprintf(f, fmt, ap);
    vsprintf(buf, fmt, a);
    if (vasprintf(&made, fmt, b) < 0) exit(99);
    va_end(b);
    va_end(a);
    va_end(ap);
    return made;
}

// A message has a level first, then a format with its arguments in the middle of the list.
static int log_to(char *buf, size_t n, int level, ...) {
    va_list ap;
    va_start(ap, level);
    for (int i = 0; i < level; i++) (void)va_arg(ap, double);
    const char *fmt = va_arg(ap, const char *);
    int r = vsnprintf(buf, n, fmt, ap);
    va_end(ap);
    return r;
}

int main(void) {
    int a = 0;
    char word[20] = "", buf[100];
    double d = 0;
    int n = in("%d %19s %lf", &a, word, &d);
    printf("%d %d %s %g\n", n, a, word, d);
    n = out("%s %d %c %5.2f %Lf %ld\n", "mixed", 1, 'x', 3.14159, 2.5L, -9L);
    printf("%d\n", n);
    n = out("%d %d %d %d %d %d %d %d %g %g %g %g %g %g %g %g %g %g\n", 1, 2, 3, 4, 5, 6, 7, 8, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.0);
    int x = 0, y = 0;
    n += in_text("10:20", "%d:%d", &x, &y) * 100;
    printf("%d %d %d\n", n, x, y);
    char *made = three(stdout, buf, "[%s|%03d|%.1f|%Lg]\n", "thrice", 7, 0.25, 1e10L);
    printf("%s%s%d\n", buf, made, strcmp(buf, made));
    free(made);
    n += log_to(buf, sizeof buf, 2, 1.5, 2.5, "%s/%d/%g", "after", 42, 0.5);
    printf("%s\n", buf);
    n += log_to(buf, 6, 0, "%d%s", 12345, "cut");
    printf("%s\n", buf);
    fflush(stdout);
    n += dprintf(1, "%s %d\n", "direct", 5);
    return n % 256;
}
