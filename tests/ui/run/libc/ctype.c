// Every ctype and wctype function classifies and maps all of ASCII, and towupper some of Unicode.
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wctype.h>

static int (*const narrow[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit};
static int (*const wide[])(wint_t) = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph, iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};
static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};

// Turn the text into Title Case, the commonest use of the mapping functions.
static void title(char *s) {
    int start = 1;
    for (; *s; s++) {
        *s = (char)(start ? toupper((unsigned char)*s) : tolower((unsigned char)*s));
        start = !isalnum((unsigned char)*s);
    }
}

static void rot13(char *s) {
    for (; *s; s++) {
        int c = (unsigned char)*s;
        if (isalpha(c)) *s = (char)((tolower(c) - 'a' + 13) % 26 + (isupper(c) ? 'A' : 'a'));
    }
}

int main(void) {
    unsigned sum = 0;
    for (int f = 0; f < 12; f++) {
        int count = 0, first = -1, last = -1, differ = 0;
        wctype_t t = wctype(names[f]);
        for (int c = 0; c < 128; c++) {
            int yes = narrow[f](c) != 0;
            differ += yes != (wide[f]((wint_t)c) != 0);
            differ += yes != (iswctype((wint_t)c, t) != 0);
            if (!yes) continue;
            count++;
            if (first < 0) first = c;
            last = c;
            sum = sum * 3 + (unsigned)c;
        }
        printf("%-6s %3d first %3d last %3d differ %d eof %d\n", names[f], count, first, last, differ, narrow[f](EOF) != 0);
    }
    for (int c = 0; c < 128; c++)
        if (toupper(c) != c || tolower(c) != c) sum = sum * 5 + (unsigned)(toupper(c) * 2 + tolower(c));
    printf("%08x %d %d %d\n", sum, toupper(EOF) == EOF, isascii(200) != 0, toascii(0xc1));
    char text[] = "the QUICK brown-fox's 2nd JUMP";
    title(text);
    printf("%s\n", text);
    rot13(text);
    printf("%s\n", text);

    setlocale(LC_ALL, "C.UTF-8");
    static const wint_t probes[] = {0xe4, 0xc4, 0xdf, 0x3b1, 0x3a9, 0x416, 0x436, 0x4e2d, 0x2003, 0x3000, 0x660, 0x1f408, 0x301, 0x2028};
    for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++) {
        wint_t c = probes[i];
        unsigned mask = 0;
        for (int f = 0; f < 12; f++) mask |= (unsigned)(wide[f](c) != 0) << f;
        printf("%x:%03x:%x:%x ", (unsigned)c, mask, (unsigned)towupper(c), (unsigned)towlower(c));
    }
    wctrans_t up = wctrans("toupper");
    printf("\n%x %x\n", (unsigned)towctrans(0x436, up), (unsigned)towctrans(L'q', wctrans("tolower")));
    return (int)(sum % 256);
}
