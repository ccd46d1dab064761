// regcomp and regexec match groups, classes, anchors, back-references and flags, leftmost and longest.
#include <regex.h>
#include <stdio.h>
#include <string.h>

static int matches;

static void try(const char *pattern, int cflags, const char *text, int eflags) {
    regex_t re;
    regmatch_t m[6];
    int e = regcomp(&re, pattern, cflags);
    if (e) {
        printf("/%s/ error %d\n", pattern, e == REG_EBRACK ? 1 : e == REG_EPAREN ? 2 : e == REG_BADRPT ? 3 : e == REG_ERANGE ? 4 : e == REG_EESCAPE ? 5 : 6);
        return;
    }
    e = regexec(&re, text, 6, m, eflags);
    printf("/%s/ %s:", pattern, text);
    if (e) printf(" no");
    else {
        matches++;
        for (size_t i = 0; i <= re.re_nsub && i < 6; i++)
            printf(" %d-%d%.*s", (int)m[i].rm_so, (int)m[i].rm_eo, m[i].rm_so < 0 ? 0 : (int)(m[i].rm_eo - m[i].rm_so), m[i].rm_so < 0 ? "" : text + m[i].rm_so);
    }
    printf("\n");
    regfree(&re);
}

static int replace_all(const char *pattern, const char *text, char *out) {
    regex_t re;
    regmatch_t m[2];
    int count = 0, flags = 0;
    if (regcomp(&re, pattern, REG_EXTENDED)) return -1;
    *out = 0;
    while (*text && regexec(&re, text, 2, m, flags) == 0) {
        strncat(out, text, (size_t)m[0].rm_so);
        strcat(out, "<");
        strncat(out, text + m[1].rm_so, (size_t)(m[1].rm_eo - m[1].rm_so));
        strcat(out, ">");
        text += m[0].rm_eo;
        flags = REG_NOTBOL;
        count++;
    }
    strcat(out, text);
    regfree(&re);
    return count;
}

int main(void) {
    const int X = REG_EXTENDED;
    try("abc", 0, "xxabcxx", 0);
    try("^abc$", X, "abc", 0);
    try("^abc", X, "zabc", 0);
    try("a|ab|abc", X, "xabcd", 0);
    try("(a+)(b*)(c?)", X, "zaabbbd", 0);
    try("([[:alpha:]_][[:alnum:]_]*)=([0-9]+|\"[^\"]*\")", X, "  key_1=\"two words\";", 0);
    try("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})", X, "ip 192.168.0.1 end", 0);
    try("\\(a*\\)b\\1", 0, "xaabaa", 0);
    try("(foo|bar)+baz", X, "foobarfoobaz", 0);
    try("x{2,4}", X, "axxxxxx", 0);
    try("x{3}", X, "xx", 0);
    try("a.c", X, "a\nc", 0);
    try("a.c", X | REG_NEWLINE, "a\nc", 0);
    try("^b", X | REG_NEWLINE, "a\nb", 0);
    try("HeLLo", X | REG_ICASE, "say hello", 0);
    try("^a", X, "abc", REG_NOTBOL);
    try("c$", X, "abc", REG_NOTEOL);
    try("[^a-c]+", X, "abcxyzabc", 0);
    try("[]a-]+", X, "zz]-a]z", 0);
    try("()|x", X, "y", 0);
    try("((a)|(b))*", X, "abab", 0);
    try("[[:space:]]+$", X, "trailing  \t", 0);
    try("a\\{2\\}", 0, "caab", 0);
    try("a*", X, "", 0);
    try("(a", X, "", 0);
    try("[a", X, "", 0);
    try("*a", X, "*a", 0);
    try("[z-a]", X, "", 0);
    try("a\\", X, "", 0);
    char out[200];
    int n = replace_all("\\$([a-z]+)", "cost: $price in $currency, $ 5", out);
    printf("%d %s\n", n, out);
    n += replace_all("([aeiou])", "regular expressions", out);
    printf("%d %s\n", n, out);
    regex_t re;
    char msg[80];
    int e = regcomp(&re, "a(b", X);
    printf("%d %d\n", e == REG_EPAREN, regerror(e, &re, msg, sizeof msg) > 1);
    return matches * 5 + n;
}
