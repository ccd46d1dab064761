// A tokenizer for a C-like language classifies every token with its line and column, also the malformed ones.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { END, NAME, KEYWORD, INTEGER, REAL, STRING, CHARACTER, OPERATOR, ERROR };
static const char *const kinds[] = {"end", "name", "keyword", "integer", "real", "string", "char", "op", "error"};
struct token { enum kind kind; const char *text; int len, line, col; union { unsigned long i; double r; } v; };

static const char *at, *line_start;
static int line;

static const char *const keywords[] = {"char", "else", "for", "if", "int", "return", "while"};
static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/="};

static int by_text(const void *key, const void *elem) {
    const struct token *t = key;
    const char *k = *(const char *const *)elem;
    int c = strncmp(t->text, k, (size_t)t->len);
    return c ? c : -(int)(k[t->len] != 0);
}

// Comments and spaces are skipped; an open comment is an error at its start.
static int skip(struct token *t) {
    for (;;) {
        if (*at == '\n') line++, line_start = ++at;
        else if (isspace((unsigned char)*at)) at++;
        else if (at[0] == '/' && at[1] == '/') at += strcspn(at, "\n");
        else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            if (!end) {
                *t = (struct token){.kind = ERROR, .text = at, .len = 2, .line = line, .col = (int)(at - line_start) + 1};
                at += strlen(at);
                return 0;
            }
            for (; at < end + 2; at++)
                if (*at == '\n') line++, line_start = at + 1;
        } else return 1;
    }
}

static struct token next(void) {
    struct token t;
    if (!skip(&t)) return t;
    t = (struct token){.text = at, .line = line, .col = (int)(at - line_start) + 1};
    if (!*at) return t;
    if (isalpha((unsigned char)*at) || *at == '_') {
        while (isalnum((unsigned char)*at) || *at == '_') at++;
        t.len = (int)(at - t.text);
        t.kind = bsearch(&t, keywords, 7, sizeof *keywords, by_text) ? KEYWORD : NAME;
    } else if (isdigit((unsigned char)*at)) {
        char *i, *r;
        t.v.i = strtoul(at, &i, 0);
        double d = strtod(at, &r);
        t.kind = r > i ? REAL : INTEGER;
        if (r > i) t.v.r = d;
        at = r > i ? r : i;
        if (isalnum((unsigned char)*at)) {
            while (isalnum((unsigned char)*at)) at++;
            t.kind = ERROR;
        }
    } else if (*at == '"' || *at == '\'') {
        char q = *at++;
        while (*at && *at != q && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
        t.kind = *at == q ? (q == '"' ? STRING : CHARACTER) : ERROR;
        if (*at == q) at++;
    } else {
        t.kind = strchr("+-*/%=<>!&|^~?:;,.()[]{}", *at) ? OPERATOR : ERROR;
        int n = 1;
        for (size_t k = 0; k < sizeof operators / sizeof *operators && n == 1; k++)
            if (strncmp(at, operators[k], strlen(operators[k])) == 0) n = (int)strlen(operators[k]);
        at += n;
    }
    t.len = (int)(at - t.text);
    return t;
}

int main(void) {
    at = line_start = "int main(void) { // start\n  for (i = 0x1F; i <= 10; ++i) s += a[i]->b * 2.5e-3;\n"
                      "  /* two\n lines */ if (x != 'q' && y >>= 3) return \"str\\\"ing\" ... 077;\n}\n 12abc @ \"open\n iffy _x1 'a /* end";
    line = 1;
    int counts[9] = {0};
    unsigned h = 0;
    for (struct token t = next();; t = next()) {
        counts[t.kind]++;
        printf("%d:%d %s %.*s", t.line, t.col, kinds[t.kind], t.len, t.text);
        if (t.kind == INTEGER) printf(" = %lu", t.v.i);
        if (t.kind == REAL) printf(" = %g", t.v.r);
        printf("\n");
        h = h * 31 + (unsigned)(t.kind * 7 + t.line * 3 + t.col + t.len);
        if (t.kind == END) break;
    }
    for (int k = 0; k < 9; k++) printf("%s %d ", kinds[k], counts[k]);
    printf("\n");
    return (int)(h % 256);
}
