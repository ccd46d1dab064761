// Every function of string.h returns the right pointer, sign or length and writes only what it should.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sgn(int x) { return (x > 0) - (x < 0); }
static const char *base;
static void at(const char *what, const void *p) { printf("%s %td\n", what, p ? (const char *)p - base : (ptrdiff_t)-1); }

int main(void) {
    char buf[64], other[64];
    base = "the rain in Spain stays mainly";
    at("strchr", strchr(base, 'a'));
    at("strchr0", strchr(base, 0));
    at("strrchr", strrchr(base, 'a'));
    at("strchrnul", strchrnul(base, 'z'));
    at("strstr", strstr(base, "ain "));
    at("strstr empty", strstr(base, ""));
    at("strstr none", strstr(base, "mainz"));
    at("strcasestr", strcasestr(base, "SPAIN"));
    at("strpbrk", strpbrk(base, "SXi"));
    at("memchr", memchr(base, 'S', 30));
    at("memchr short", memchr(base, 'S', 5));
    at("memrchr", memrchr(base, 'i', 30));
    at("memmem", memmem(base, 30, "stays", 5));
    at("memmem cut", memmem(base, 20, "stays", 5));
    printf("%zu %zu %zu %zu\n", strspn(base, "the "), strcspn(base, "S"), strlen(base), strnlen(base, 7));
    printf("%d %d %d %d\n", sgn(strcmp("abc", "abd")), sgn(strcmp("abc", "ab")), sgn(strcmp("\xff", "a")), strcmp("", ""));
    printf("%d %d %d\n", sgn(strncmp("abcX", "abcY", 3)), sgn(strncmp("abcX", "abcY", 4)), strncmp("a", "b", 0));
    printf("%d %d %d\n", sgn(strcasecmp("HeLLo", "hEllo")), sgn(strncasecmp("ABx", "abY", 2)), sgn(strcasecmp("a", "B")));
    printf("%d %d %d\n", sgn(memcmp("a\0b", "a\0c", 3)), sgn(memcmp("\x80", "\x7f", 1)), memcmp("x", "y", 0));
    printf("%d %d %d\n", sgn(strcoll("a", "b")), sgn(strverscmp("file10", "file9")), sgn(strverscmp("1.02", "1.1")));

    memset(buf, '#', sizeof buf);
    char *r = strncpy(buf, "short", 10);
    printf("%d %d %c%c\n", r == buf, buf[9], buf[10], buf[63]);
    memset(buf, '#', sizeof buf);
    strncpy(buf, base, 7);
    printf("%.9s\n", buf);
    printf("%td %td\n", stpcpy(buf, "stop") - buf, stpncpy(other, "ab", 5) - other);
    strcat(strcpy(buf, "one"), "two");
    strncat(buf, "threefour", 5);
    printf("%s\n", buf);
    char *m = memcpy(other, "plain", 6);
    printf("%d %s\n", m == other, other);
    memcpy(buf, "0123456789abcdef", 17);
    memmove(buf + 3, buf, 10);
    printf("%s ", buf);
    memmove(buf, buf + 5, 11);
    printf("%s\n", buf);
    m = memccpy(other, "copy:until", ':', 20);
    printf("%td %.5s %d\n", m - other, other, memccpy(other, "none", ':', 4) == NULL);
    printf("%td\n", (char *)mempcpy(other, "xyz", 3) - other);
    memset(other, 'q', 5);
    bzero(other + 1, 2);
    bcopy("ZZ", other + 3, 2);
    printf("%d%d%c%c %d\n", other[1], other[2], other[3], other[0], bcmp("a", "b", 1) != 0);

    strcpy(buf, "  a,b;;c  ");
    for (char *t = strtok(buf, " ,;"); t; t = strtok(NULL, " ,;")) printf("<%s>", t);
    strcpy(buf, "k1=v1&k2=&=v3");
    char *save, *inner;
    for (char *t = strtok_r(buf, "&", &save); t; t = strtok_r(NULL, "&", &save)) {
        char *k = strtok_r(t, "=", &inner);
        char *v = strtok_r(NULL, "", &inner);
        printf("(%s %s)", k, v ? v : "-");
    }
    strcpy(buf, "x::y:");
    char *rest = buf, *field;
    while ((field = strsep(&rest, ":")) != NULL) printf("[%s]", field);
    printf("\n");
    char *d = strdup(base), *nd = strndup(base, 8);
    printf("%s|%s|%zu\n", d + 18, nd, strxfrm(buf, "sort", 10));
    free(d);
    free(nd);
    printf("%d %d %d\n", ffs(40), ffsl(1L << 40), index(base, 'S') == rindex(base, 'S'));
    unsigned h = 0;
    for (int len = 0; len < 40; len++)
        for (int off = 0; off < 9; off++) {
            memset(buf, 'a', sizeof buf);
            buf[off + len] = 0;
            h = h * 31 + (unsigned)strlen(buf + off) + (unsigned)(strchr(buf + off, 'b') == NULL);
            memcpy(other + off, buf, (size_t)len);
            h = h * 31 + (unsigned)(memcmp(other + off, buf, (size_t)len) == 0);
        }
    printf("%08x\n", h);
    return (int)(h % 256);
}
