//@ stdin: naïve café 猫\n42 tail\n
// Wide-oriented stdio reads and writes UTF-8 through fgetwc, fputws, wscanf and wprintf.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static unsigned h = 7;

static void upper(wchar_t *s) {
    for (; *s; s++) {
        *s = (wchar_t)towupper((wint_t)*s);
        h = h * 31 + (unsigned)*s;
    }
}

int main(void) {
    setlocale(LC_ALL, "C.UTF-8");
    wprintf(L"orientation %d %d\n", fwide(stdout, 0) > 0, fwide(stdin, 1) > 0);
    wchar_t line[80];
    wint_t c = getwchar();
    ungetwc(c, stdin);
    if (!fgetws(line, 80, stdin)) return 1;
    upper(line);
    fputws(line, stdout);
    int n = 0;
    wchar_t word[20];
    int r = wscanf(L"%d %19ls", &n, word);
    wprintf(L"%d %d %ls %lc\n", r, n, word, word[0]);
    wprintf(L"%5d|%-8ls|%08.3f|%x|%s|%c\n", -3, L"ä", 3.14159, 255u, "narrow", 'n');

    // A file written wide is read back as bytes, and the other way round.
    FILE *f = fopen("wide.txt", "w");
    if (!f) return 2;
    fputwc(0x732b, f);
    fwprintf(f, L"=%ls %d\n", L"cat \x1f408", 9);
    fclose(f);
    f = fopen("wide.txt", "r");
    if (!f) return 3;
    unsigned char bytes[64];
    size_t got = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t i = 0; i < got; i++) wprintf(L"%02x", bytes[i]);
    wprintf(L" %zu\n", got);
    f = fopen("wide.txt", "r");
    if (!f) return 4;
    size_t count = 0;
    while ((c = fgetwc(f)) != WEOF) {
        count++;
        h = h * 31 + (unsigned)c;
    }
    wprintf(L"%zu %d %d\n", count, feof(f) != 0, ferror(f) != 0);
    fclose(f);
    remove("wide.txt");

    // open_wmemstream collects wide text in memory.
    wchar_t *buf;
    size_t size;
    f = open_wmemstream(&buf, &size);
    if (!f) return 5;
    fputws(L"in mem", f);
    fputwc(0xe4, f);
    fclose(f);
    wprintf(L"%ls %zu\n", buf, size);
    free(buf);
    while (getwchar() != WEOF) n++;
    wprintf(L"%d\n", n);
    return (int)(h % 256);
}
