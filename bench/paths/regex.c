// A small matcher of regular expressions (^ $ . *), whose pattern is the input, against a constant text. The pattern
// has 7 bytes, of which the last is its end.
#include <secateur.h>

enum { BYTES = 7 };

static int here(const char *pattern, const char *text);

// A character, or any one for a dot; nothing matches the end of the text.
static int one(char wanted, char seen) {
    return seen != '\0' && (wanted == '.' || wanted == seen);
}

// Zero or more of `wanted`, then the rest of the pattern.
static int many(char wanted, const char *rest, const char *text) {
    for (;;) {
        if (here(rest, text))
            return 1;
        if (!one(wanted, *text))
            return 0;
        text++;
    }
}

static int here(const char *pattern, const char *text) {
    if (pattern[0] == '\0')
        return 1;
    if (pattern[1] == '*')
        return many(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == '\0')
        return *text == '\0';
    if (one(pattern[0], *text))
        return here(pattern + 1, text + 1);
    return 0;
}

static int matches(const char *pattern, const char *text) {
    if (pattern[0] == '^')
        return here(pattern + 1, text);
    for (; !here(pattern, text); text++)
        if (*text == '\0')
            return 0;
    return 1;
}

int main(void) {
    char pattern[BYTES];
    secateur_symbolic(pattern, sizeof pattern, "pattern");
    secateur_assume(pattern[BYTES - 1] == '\0');
    return matches(pattern, "hello");
}
