// Multibyte and wide conversions decode and encode UTF-8 in the C.UTF-8 locale, also in pieces and in error.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char text[] = "a\xc3\xa4\xe7\x8c\xab\xf0\x9f\x90\x88z";

int main(void) {
    const char *loc = setlocale(LC_ALL, "C.UTF-8");
    printf("%s %zu\n", loc ? "set" : "none", MB_CUR_MAX);
    wchar_t w[32];
    size_t n = mbstowcs(w, text, 32);
    printf("%zu:", n);
    for (size_t i = 0; i < n; i++) printf(" %x", (unsigned)w[i]);
    char back[32];
    size_t m = wcstombs(back, w, sizeof back);
    printf(" %zu %d\n", m, strcmp(back, text));
    for (const char *p = text; *p;) {
        wchar_t c;
        int k = mbtowc(&c, p, 8);
        printf("%d:%x ", k, (unsigned)c);
        p += k;
    }
    printf("\n");

    // One byte at a time through mbrtowc: -2 means that the character is not complete.
    mbstate_t st;
    memset(&st, 0, sizeof st);
    for (const char *p = text; *p; p++) {
        wchar_t c = 0;
        size_t k = mbrtowc(&c, p, 1, &st);
        printf("%d:%x:%d ", (int)k, (unsigned)c, mbsinit(&st) != 0);
    }
    printf("\n");
    static const char *const bad[] = {"\x80", "\xc0\x80", "\xe7\x8c", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "ok\xfe"};
    for (int i = 0; i < 7; i++) {
        errno = 0;
        size_t k = mbstowcs(w, bad[i], 32);
        printf("%d:%d ", (int)k, errno == EILSEQ);
    }
    printf("\n");
    memset(&st, 0, sizeof st);
    char16_t c16;
    char32_t c32;
    size_t k1 = mbrtoc16(&c16, "\xf0\x9f\x90\x88", 4, &st);
    unsigned hi = c16;
    size_t k2 = mbrtoc16(&c16, "", 1, &st);
    printf("%d %x %d %x ", (int)k1, hi, (int)k2, (unsigned)c16);
    memset(&st, 0, sizeof st);
    size_t k3 = mbrtoc32(&c32, "\xe7\x8c\xab", 3, &st);
    size_t k4 = c32rtomb(back, 0x1f408, &st);
    printf("%zu %x %zu %02x\n", k3, (unsigned)c32, k4, (unsigned char)back[3]);
    const char *src = text;
    memset(&st, 0, sizeof st);
    size_t part = mbsrtowcs(w, &src, 3, &st);
    printf("%zu %td %zu\n", part, src - text, mbsrtowcs(NULL, &src, 0, &st));

    // Wide strings have the functions of string.h.
    wchar_t buf[40];
    wcscpy(buf, L"wide ");
    wcscat(buf, L"string");
    wcsncat(buf, L"s and more", 5);
    printf("%zu %d %td %td\n", wcslen(buf), wcscmp(buf, L"wide t") < 0, wcschr(buf, L's') - buf, wcsrchr(buf, L's') - buf);
    printf("%td %zu %zu %d\n", wcsstr(buf, L"ring") - buf, wcsspn(buf, L"wide "), wcscspn(buf, L"g"), wcsncmp(buf, L"wiXX", 2));
    wmemmove(buf + 2, buf, 5);
    wmemset(buf, L'*', 2);
    printf("%ls %d %td\n", buf, wmemcmp(L"ab", L"ac", 2) < 0, wmemchr(buf, L'w', 10) - buf);
    wchar_t tok[] = L"a;b;;c", *save;
    for (wchar_t *t = wcstok(tok, L";", &save); t; t = wcstok(NULL, L";", &save)) printf("[%ls]", t);
    printf("\n%ld %g\n", wcstol(L"-12x", NULL, 10), wcstod(L"1.5", NULL));
    int r = swprintf(buf, 40, L"%d|%5ls|%-4s|%c|%.2f", 42, L"w", "n", 'c', 2.5);
    printf("%d %ls %d\n", r, buf, swprintf(buf, 3, L"too long") < 0);
    int a;
    wchar_t word[20];
    r = swscanf(L"77 猫cat end", L"%d %ls", &a, word);
    printf("%d %d %zu %x\n", r, a, wcslen(word), (unsigned)word[0]);
    printf("%ls|%lc|%.4ls|%5lc|\n", L"ä猫", (wint_t)0x1f408, L"ä猫z", (wint_t)0xe4);
    printf("%d %d\n", wctob(L'x'), btowc('y') == L'y');
    return (int)(n * 10 + m);
}
