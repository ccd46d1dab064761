// String and character literals of every kind have the right units, lengths, escapes and types.
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char narrow[] = "tab\tquote\"back\\bell\aoct\101hex\x42" "C" "nul\0after";
static const char utf8[] = u8"Zürich – 猫 🐈";
static const char16_t s16[] = u"Zü猫🐈";
static const char32_t s32[] = U"Zü猫🐈";
static const wchar_t wide[] = L"wide ü" L"\x263a" "joined";
static char array[5] = "12345";
static const char *const table[] = {"a", "bb", "" "ccc", "dd" "dd"};

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define VERSION 42

static unsigned hash(const void *p, size_t n) {
    const unsigned char *b = p;
    unsigned h = 5381;
    for (size_t i = 0; i < n; i++) h = h * 33 + b[i];
    return h;
}

int main(void) {
    printf("%zu %zu %08x\n", sizeof narrow, strlen(narrow), hash(narrow, sizeof narrow));
    for (size_t i = 0; i < sizeof narrow; i++) printf("%02x ", (unsigned char)narrow[i]);
    printf("\n%s\n", narrow + strlen(narrow) + 1);
    printf("%zu %zu %s\n", sizeof utf8, strlen(utf8), utf8);
    printf("%zu %zu %zu\n", sizeof s16, sizeof s32, sizeof wide);
    for (size_t i = 0; s16[i]; i++) printf("%04x ", (unsigned)s16[i]);
    for (size_t i = 0; s32[i]; i++) printf("%06x ", (unsigned)s32[i]);
    printf("\n%zu", wcslen(wide));
    for (size_t i = 0; wide[i]; i++) printf(" %x", (unsigned)wide[i]);
    printf("\n%.5s %zu\n", array, sizeof array);
    printf("%d %d %d %d %d %d\n", 'a', '\n', '\0', '\177', '\x7f', '\'');
    printf("%d %d %x %x %x\n", '\377', (unsigned char)'\xff', (unsigned)L'猫', (unsigned)u'ü', (unsigned)U'🐈');
    printf("%zu %zu %zu %zu\n", sizeof 'a', sizeof L'a', sizeof u'a', sizeof U'a');
    printf("%s %s %s\n", STR(VERSION), XSTR(VERSION), STR(a "q\n" 'c'));
    printf("%d\n", CAT(VER, SION) + CAT(1, 2));
    for (int i = 0; i < 4; i++) printf("%s:%zu ", table[i], strlen(table[i]));
    printf("\n%c%c %zu\n", "subscript"[3], *&"deref"[2], sizeof "abc\0def");
    printf("%s\n", "line one \
continues here");
    // Universal names are the same characters as those written out.
    printf("%d %d\n", strcmp(u8"\u00fc\u732b", "ü猫"), wcscmp(L"\U0001F408", L"🐈"));
    printf("?%c? %s\n", '?', "percent %% stays twice in a plain %s");
    char copy[] = "modifiable";
    copy[0] = 'M';
    char *p = (char[]){"literal copy"};
    p[7] = '_';
    printf("%s %s\n", copy, p);
    static const struct { char tag[4]; int v; } tags[] = {{"abc", 1}, {"de", 2}, {{'x', 'y', 'z', 'w'}, 3}};
    int total = 0;
    for (int i = 0; i < 3; i++) total = total * 10 + tags[i].v + (tags[i].tag[3] == 'w') + (tags[i].tag[2] == 0);
    printf("%d %.4s\n", total, tags[2].tag);
    printf("%d\n", memcmp("a\0b", "a\0c", 3) < 0 && strcmp("a\0b", "a\0c") == 0);
    return (int)(hash(utf8, sizeof utf8) % 256);
}
