//@ stdin: ; settings\n[server]\nhost = example.org\nport=8080\n  timeout = 2.5  # seconds\n\n[paths]\nroot="/srv/data"\nlog=${root}/log\nempty =\n[server]\nport = 9090\nbroken line\n[unclosed\nflag = yes\n
// An INI parser reads sections, overrides, quotes, references and typed values, and reports bad lines.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct item { char *section, *key, *value; struct item *next; };
static struct item *items, **tail = &items;

static char *trim(char *s) {
    s += strspn(s, " \t\r\n");
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1])) s[--n] = 0;
    return s;
}

static struct item *find(const char *section, const char *key) {
    for (struct item *i = items; i; i = i->next)
        if (strcmp(i->section, section) == 0 && strcasecmp(i->key, key) == 0) return i;
    return NULL;
}

static const char *get(const char *section, const char *key, const char *other) {
    struct item *i = find(section, key);
    return i ? i->value : other;
}

// ${name} is the value of that key in the same section.
static char *expand(const char *section, const char *raw) {
    char out[256];
    size_t n = 0;
    while (*raw && n < sizeof out - 1) {
        const char *close = raw[0] == '$' && raw[1] == '{' ? strchr(raw, '}') : NULL;
        if (!close) {
            out[n++] = *raw++;
            continue;
        }
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)(close - raw - 2), raw + 2);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s", get(section, name, ""));
        raw = close + 1;
    }
    out[n] = 0;
    return strdup(out);
}

static void set(const char *section, const char *key, const char *value) {
    struct item *i = find(section, key);
    if (i) free(i->value);
    else {
        i = calloc(1, sizeof *i);
        if (!i) exit(99);
        i->section = strdup(section);
        i->key = strdup(key);
        *tail = i;
        tail = &i->next;
    }
    i->value = expand(section, value);
}

int main(void) {
    char line[200], section[40] = "";
    int number = 0, errors = 0;
    while (fgets(line, sizeof line, stdin)) {
        number++;
        char *hash = strpbrk(line, ";#");
        if (hash && !strchr(line, '"')) *hash = 0;
        char *s = trim(line), *eq;
        if (!*s) continue;
        if (*s == '[') {
            char *close = strchr(s, ']');
            if (!close) {
                printf("line %d: missing ]\n", number);
                errors++;
                continue;
            }
            *close = 0;
            snprintf(section, sizeof section, "%s", trim(s + 1));
        } else if ((eq = strchr(s, '=')) != NULL) {
            *eq = 0;
            char *value = trim(eq + 1);
            size_t n = strlen(value);
            if (n >= 2 && value[0] == '"' && value[n - 1] == '"') {
                value[n - 1] = 0;
                value++;
            }
            set(section, trim(s), value);
        } else {
            printf("line %d: no value in \"%s\"\n", number, s);
            errors++;
        }
    }
    for (struct item *i = items; i; i = i->next) printf("%s.%s = [%s]\n", i->section, i->key, i->value);
    long port = strtol(get("server", "PORT", "0"), NULL, 10);
    double timeout = strtod(get("server", "timeout", "1"), NULL);
    const char *flag = get("server", "flag", "no");
    printf("%ld %.2f %d %s\n", port, timeout * 2, *flag == 'y', get("nowhere", "x", "default"));
    while (items) {
        struct item *next = items->next;
        free(items->section);
        free(items->key);
        free(items->value);
        free(items);
        items = next;
    }
    return (int)(port % 200) + errors;
}
