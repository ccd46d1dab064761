// A JSON parser builds a tree from text and a printer writes it back indented and compact.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUL, BOOL, NUM, STR, ARR, OBJ };
struct json { enum kind kind; double num; char *str, *key; struct json *child, *next; };

static const char *p;
static int failed, nodes;

static void skip(void) { while (isspace((unsigned char)*p)) p++; }

static char *string(void) {
    char *out = malloc(strlen(p) + 1), *o = out;
    if (!out) exit(99);
    for (p++; *p && *p != '"'; p++) {
        if (*p != '\\') { *o++ = *p; continue; }
        switch (*++p) {
        case 'n': *o++ = '\n'; break;
        case 't': *o++ = '\t'; break;
        case 'u': {
            char hex[5] = {p[1], p[2], p[3], p[4], 0};
            unsigned c = (unsigned)strtoul(hex, NULL, 16);
            if (c < 0x80) *o++ = (char)c;
            else if (c < 0x800) *o++ = (char)(0xc0 | c >> 6), *o++ = (char)(0x80 | (c & 63));
            else *o++ = (char)(0xe0 | c >> 12), *o++ = (char)(0x80 | (c >> 6 & 63)), *o++ = (char)(0x80 | (c & 63));
            p += 4;
            break;
        }
        default: *o++ = *p;
        }
    }
    if (*p == '"') p++;
    else failed = 1;
    *o = 0;
    return out;
}

static struct json *value(void) {
    struct json *j = calloc(1, sizeof *j);
    if (!j) exit(99);
    nodes++;
    skip();
    if (*p == '{' || *p == '[') {
        char close = *p == '{' ? '}' : ']';
        j->kind = *p++ == '{' ? OBJ : ARR;
        struct json **tail = &j->child;
        for (skip(); *p != close && !failed; skip()) {
            char *key = NULL;
            if (j->kind == OBJ) {
                if (*p != '"') { failed = 1; break; }
                key = string();
                skip();
                if (*p++ != ':') failed = 1;
            }
            *tail = value();
            (*tail)->key = key;
            tail = &(*tail)->next;
            skip();
            if (*p == ',') p++;
            else if (*p != close) failed = 1;
        }
        if (!failed) p++;
    } else if (*p == '"') j->kind = STR, j->str = string();
    else if (strncmp(p, "true", 4) == 0) j->kind = BOOL, j->num = 1, p += 4;
    else if (strncmp(p, "false", 5) == 0) j->kind = BOOL, p += 5;
    else if (strncmp(p, "null", 4) == 0) p += 4;
    else {
        char *end;
        j->kind = NUM;
        j->num = strtod(p, &end);
        failed |= end == p;
        p = end;
    }
    return j;
}

static void print(const struct json *j, int depth, int pretty) {
    if (j->key) printf(pretty ? "\"%s\": " : "\"%s\":", j->key);
    switch (j->kind) {
    case NUL: printf("null"); break;
    case BOOL: printf(j->num != 0 ? "true" : "false"); break;
    case NUM: printf("%.15g", j->num); break;
    case STR: printf("\"%s\"", j->str); break;
    case ARR: case OBJ:
        putchar(j->kind == ARR ? '[' : '{');
        for (const struct json *c = j->child; c; c = c->next) {
            if (pretty) printf("\n%*s", depth * 2 + 2, "");
            print(c, depth + 1, pretty);
            if (c->next) putchar(',');
        }
        if (pretty && j->child) printf("\n%*s", depth * 2, "");
        putchar(j->kind == ARR ? ']' : '}');
    }
}

static void release(struct json *j) {
    if (!j) return;
    release(j->child);
    release(j->next);
    free(j->str);
    free(j->key);
    free(j);
}

int main(void) {
    static const char *const docs[] = {
        " {\"name\": \"Widget\\t\\u00e9\\u732b\", \"tags\": [\"a\", \"b\\\"q\\\"\", []], \"price\": -12.50e1, \"stock\": {\"x\": 0, \"y\": [1,2,[3,[4]]]}, \"ok\": true, \"no\": null, \"e\": {}}",
        "[1, 2.5, 1e3, -0.001, 123456789012345, false]", "\"just text\"", "{\"a\" 1}", "[1 2]", "{\"open\": [", "nope", "\"unclosed"};
    int errors = 0;
    for (size_t i = 0; i < sizeof docs / sizeof *docs; i++) {
        p = docs[i];
        failed = 0;
        struct json *j = value();
        skip();
        if (failed || *p) printf("error at %td\n", p - docs[i]), errors++;
        else print(j, 0, i == 0), printf("\n"), print(j, 0, 0), printf("\n");
        release(j);
    }
    printf("%d nodes %d errors\n", nodes, errors);
    return nodes + errors * 10;
}
