// iconv converts between UTF-8, UTF-16, UTF-32, Latin-1 and ASCII, and stops at what it cannot convert.
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

static unsigned h = 3;

static void convert(const char *from, const char *to, const char *in, size_t n, size_t room) {
    iconv_t cd = iconv_open(to, from);
    if (cd == (iconv_t)-1) {
        printf("%s to %s: %s\n", from, to, errno == EINVAL ? "unknown" : "error");
        return;
    }
    char out[64], *src = (char *)in, *dst = out;
    size_t left = n, space = room;
    errno = 0;
    size_t r = iconv(cd, &src, &left, &dst, &space);
    int e = errno;
    printf("%s to %s: %s left %zu", from, to, r != (size_t)-1 ? "ok" : e == EILSEQ ? "illegal" : e == E2BIG ? "full" : e == EINVAL ? "cut" : "other", left);
    for (char *p = out; p < dst; p++) {
        printf(" %02x", (unsigned char)*p);
        h = h * 31 + (unsigned char)*p;
    }
    printf("\n");
    iconv_close(cd);
}

int main(void) {
    static const char text[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\x88!";
    size_t n = sizeof text - 1;
    convert("UTF-8", "UTF-16LE", text, n, 64);
    convert("UTF-8", "UTF-16BE", text, n, 64);
    convert("UTF-8", "UTF-32LE", text, n, 64);
    convert("UTF-8", "UCS-4BE", text, n, 64);
    convert("UTF-8", "UTF-8", text, n, 64);
    convert("UTF-8", "ISO-8859-1", text, 3, 64);
    convert("ISO-8859-1", "UTF-8", "\xe4\xf6\xfc\xdf", 4, 64);
    convert("UTF-16LE", "UTF-8", "a\0\x34\xd8\x1e\xdd", 6, 64);
    convert("UTF-16BE", "UTF-8", "\xd8\x34", 2, 64);
    convert("ASCII", "UTF-16LE", "plain", 5, 64);
    convert("UTF-8", "UTF-16LE", "x\xff", 2, 64);
    convert("UTF-8", "UTF-16LE", "x\xe2\x82", 3, 64);
    convert("UTF-8", "UTF-32LE", text, n, 9);
    convert("ISO-8859-15", "UTF-8", "\xa4", 1, 64);
    convert("CP1252", "UTF-8", "\x80\x93", 2, 64);
    convert("KOI8-R", "UTF-8", "\xd0\xd2", 2, 64);
    convert("UTF-8", "no-such-charset", text, n, 64);

    // Converting in small pieces through one descriptor gives the same bytes as at once.
    iconv_t cd = iconv_open("UTF-8", "UTF-16BE");
    static const char be[] = "\0h\0e\x20\xac\xd8\x3d\xdc\x08\0z";
    char out[64], *dst = out;
    size_t space = sizeof out;
    for (size_t i = 0; i < sizeof be - 1;) {
        size_t step = i == 6 ? 4 : 2, left = step;
        char *src = (char *)be + i;
        if (iconv(cd, &src, &left, &dst, &space) == (size_t)-1) return 99;
        i += step;
    }
    iconv_close(cd);
    printf("%.*s %zu\n", (int)(dst - out), out, sizeof out - space);
    return (int)(h % 256);
}
