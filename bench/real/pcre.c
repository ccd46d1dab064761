/* PCRE: the first byte chooses options, the others are a pattern, which is compiled, studied and matched with a text. Matching
   ends after a bounded number of steps. */
#include <string.h>
#include "pcre_chartables.c.dist"

int harness(const unsigned char *data, unsigned size);
int harness(const unsigned char *data, unsigned size)
{
    static const char text[] = "ab\nAbb c-12\tx_a";
    char pattern[N + 1];
    const char *error;
    int offset, found[30], result;
    int options = 0;
    pcre *compiled;
    pcre_extra *extra, bound;
    if (size == 0)
        return -1;
    if (data[0] & 1) options |= PCRE_CASELESS;
    if (data[0] & 2) options |= PCRE_MULTILINE;
    if (data[0] & 4) options |= PCRE_EXTENDED;
    if (data[0] & 8) options |= PCRE_UNGREEDY | PCRE_DOTALL;
    memcpy(pattern, data + 1, size - 1);
    pattern[size - 1] = 0;
    compiled = pcre_compile(pattern, options, &error, &offset, 0);
    if (!compiled)
        return -2;
    extra = pcre_study(compiled, 0, &error);
    memset(&bound, 0, sizeof bound);
    if (extra)
        bound = *extra;
    bound.flags |= PCRE_EXTRA_MATCH_LIMIT | PCRE_EXTRA_MATCH_LIMIT_RECURSION;
    bound.match_limit = 2000;
    bound.match_limit_recursion = 200;
    result = pcre_exec(compiled, &bound, text, sizeof text - 1, 0, 0, found, 30);
    if (extra)
        pcre_free_study(extra);
    pcre_free(compiled);
    return result;
}
