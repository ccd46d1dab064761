//@ stdin: 12 -7 0x1f word 3.5 [a-c]abcabcx\nname=value; 100%\n  c1 c2\n99 bottles\n
// scanf and sscanf honour every conversion, width, suppression and scan set, and count what they store.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    int a = 0, b = 0, c = 0, n = 0, r, total = 0;
    char s[64] = "", t[64] = "", ch = 0;
    double d = 0;

    r = scanf("%d %d %i %s %lf", &a, &b, &c, s, &d);
    printf("%d: %d %d %d %s %g\n", r, a, b, c, s, d);
    total += r;
    r = scanf(" [a-c]%[a-c]%c", s, &ch);
    printf("%d: %s %c\n", r, s, ch);
    total += r;
    r = scanf(" %[^=]=%[^;]; %d%%%n", s, t, &a, &n);
    printf("%d: %s %s %d %d\n", r, s, t, a, n);
    total += r;
    char two[2], three[3] = "";
    r = scanf(" %2c%*1[ ]%2c", two, three);
    printf("%d: %.2s %s\n", r, two, three);
    r = scanf("%d %5s%s", &a, s, t);
    printf("%d: %d %s %s\n", r, a, s, t);
    printf("%d\n", scanf("%d", &a));

    signed char hh;
    short h;
    long l;
    long long ll;
    intmax_t j;
    size_t z;
    ptrdiff_t td;
    unsigned u, x;
    int o;
    r = sscanf("-100 -30000 -5000000000 -9000000000000000000 77 88 -99 4000000000 beef 0777", "%hhd%hd%ld%lld%jd%zu%td%u%x%i", &hh, &h, &l, &ll,
               &j, &z, &td, &u, &x, &o);
    printf("%d: %d %d %ld %lld %jd %zu %td %u %x %d\n", r, hh, h, l, ll, j, z, td, u, x, o);
    total += r;
    float f;
    long double ld;
    double e, g, hx;
    r = sscanf("1.5e3 -2.25 inf 0x1.8p3 .5", "%f %Lf %le %lg %lA", &f, &ld, &e, &g, &hx);
    printf("%d: %g %Lg %g %g %g\n", r, (double)f, ld, e, g, hx);

    // Widths cut numbers apart; a star reads without storing.
    r = sscanf("123456789", "%2d%3d%*2d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", r, a, b, c);
    r = sscanf("1:2:x", "%d:%d:%d", &a, &b, &c);
    printf("%d: %d %d %d\n", r, a, b, c);
    r = sscanf("010 0x10 10 08", "%i %i %i %i%n", &a, &b, &c, &o, &n);
    printf("%d: %d %d %d %d %d\n", r, a, b, c, o, n);
    r = sscanf("]x-y]z", "%[]x-]%n", s, &n);
    printf("%d: %s %d\n", r, s, n);
    r = sscanf("abc123", "%[^0-9]%[0-9]", s, t);
    printf("%d: %s %s\n", r, s, t);
    r = sscanf("key :  value", "%s : %s", s, t);
    printf("%d: %s %s\n", r, s, t);
    printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("  ", "%s", s), sscanf("x", "%d", &a));
    printf("%d %d %d\n", sscanf("+", "%d", &a), sscanf("5", "%d%d", &a, &b), sscanf("a", "b"));
    wchar_t w[20];
    r = sscanf("wide text", "%ls %n", w, &n);
    printf("%d: %zu %x %d\n", r, wcslen(w), (unsigned)w[3], n);
    char *grown = NULL;
    r = sscanf("allocated by scanf", "%ms", &grown);
    printf("%d: %s\n", r, grown);
    free(grown);
    unsigned v4[4];
    r = sscanf("192.168.1.254/24", "%u.%u.%u.%u/%d", v4, v4 + 1, v4 + 2, v4 + 3, &a);
    printf("%d: %08x /%d\n", r, v4[0] << 24 | v4[1] << 16 | v4[2] << 8 | v4[3], a);
    void *p = &a;
    r = sscanf("0x10", "%p", &p);
    printf("%d: %d\n", r, (int)(uintptr_t)p);
    return total * 10;
}
