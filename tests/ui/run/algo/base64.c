// Base64, hex, run-length and percent encodings decode to what was encoded, and reject what is malformed.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const unsigned char *in, size_t n, char *out) {
    char *o = out;
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *o++ = digits[v >> 18];
        *o++ = digits[v >> 12 & 63];
        *o++ = i + 1 < n ? digits[v >> 6 & 63] : '=';
        *o++ = i + 2 < n ? digits[v & 63] : '=';
    }
    *o = 0;
    return (size_t)(o - out);
}

static long decode(const char *in, unsigned char *out) {
    size_t n = strlen(in);
    unsigned char *o = out;
    if (n % 4) return -1;
    for (size_t i = 0; i < n; i += 4) {
        unsigned v = 0;
        int pad = 0;
        for (int k = 0; k < 4; k++) {
            const char *d = in[i + (size_t)k] ? strchr(digits, in[i + (size_t)k]) : NULL;
            if (in[i + (size_t)k] == '=' && i + 4 == n && k >= 2) pad++;
            else if (!d || pad) return -2;
            v = v << 6 | (d ? (unsigned)(d - digits) : 0);
        }
        *o++ = (unsigned char)(v >> 16);
        if (pad < 2) *o++ = (unsigned char)(v >> 8);
        if (pad < 1) *o++ = (unsigned char)v;
    }
    return o - out;
}

static void percent(const char *s, char *out) {
    for (; *s; s++) out += isalnum((unsigned char)*s) || strchr("-_.~", *s) ? sprintf(out, "%c", *s) : sprintf(out, "%%%02X", (unsigned char)*s);
}

static void unpercent(const char *s, char *out) {
    for (; *s; s++) {
        unsigned v;
        if (*s == '%' && sscanf(s + 1, "%2x", &v) == 1) *out++ = (char)v, s += 2;
        else *out++ = *s;
    }
    *out = 0;
}

static size_t rle(const char *in, char *out) {
    char *o = out;
    while (*in) {
        size_t run = 1;
        while (in[run] == *in) run++;
        o += run > 1 ? sprintf(o, "%zu%c", run, *in) : sprintf(o, "%c", *in);
        in += run;
    }
    *o = 0;
    return (size_t)(o - out);
}

int main(void) {
    static const char *const text[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "Many hands make light work."};
    char out[512];
    unsigned char raw[256], back[512];
    for (int i = 0; i < 8; i++) {
        encode((const unsigned char *)text[i], strlen(text[i]), out);
        long n = decode(out, back);
        printf("%s %ld %d\n", out, n, memcmp(back, text[i], (size_t)n));
    }
    unsigned x = 1, h = 0;
    int wrong = 0;
    for (size_t n = 0; n < 200; n += 7) {
        for (size_t i = 0; i < n; i++) raw[i] = (unsigned char)((x = x * 1103515245 + 12345) >> 16);
        size_t m = encode(raw, n, out);
        for (size_t i = 0; i < m; i++) h = h * 31 + (unsigned char)out[i];
        wrong += decode(out, back) != (long)n || memcmp(raw, back, n) != 0;
    }
    printf("%08x %d\n", h, wrong);
    static const char *const bad[] = {"abc", "ab=c", "====", "a===", "ab!d", "abcd=efg"};
    for (int i = 0; i < 6; i++) printf("%ld ", decode(bad[i], back));
    char again[256];
    percent("path/to file?q=ä&r=100%", out);
    unpercent(out, again);
    printf("\n%s\n%s\n", out, again);
    size_t r = rle("aaabccddddddddddddde", out);
    printf("%s %zu\n", out, r);
    return (int)(h % 256);
}
