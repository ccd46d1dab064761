//@ args: add 12 30 mul -4 0x10 cat foo bar --flag=x=y * ünï
// argc and argv hold every argument in order, and argv may be changed by the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Commands take a fixed number of operands from the argument list.
struct command { const char *name; int operands; int (*run)(char **v); };

static int add(char **v) { return (int)(strtol(v[0], NULL, 0) + strtol(v[1], NULL, 0)); }
static int mul(char **v) { return (int)(strtol(v[0], NULL, 0) * strtol(v[1], NULL, 0)); }
static int cat(char **v) { return printf("%s%s ", v[0], v[1]); }

static const struct command commands[] = {{"add", 2, add}, {"mul", 2, mul}, {"cat", 2, cat}};

static void reverse(char *s) {
    for (size_t i = 0, j = strlen(s); i + 1 < j; i++) {
        char t = s[i];
        s[i] = s[--j];
        s[j] = t;
    }
}

int main(int argc, char *argv[]) {
    printf("%d %d\n", argc, argv[argc] == NULL);
    for (int i = 1; i < argc; i++) printf("%d:%zu:%s ", i, strlen(argv[i]), argv[i]);
    printf("\n");

    int total = 0, at = 1;
    while (at < argc) {
        const struct command *c = NULL;
        for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
            if (strcmp(argv[at], commands[k].name) == 0) c = &commands[k];
        if (!c || at + c->operands >= argc) break;
        int r = c->run(argv + at + 1);
        printf("%s -> %d\n", c->name, r);
        total += r;
        at += c->operands + 1;
    }
    printf("rest from %d:", at);
    for (char **p = argv + at; *p; p++) {
        char *eq = strchr(*p, '=');
        if (eq) printf(" [%.*s|%s]", (int)(eq - *p), *p, eq + 1);
        else printf(" %s", *p);
    }
    printf("\n");

    // The strings are writable and the array can be reordered.
    reverse(argv[7]);
    char *t = argv[1];
    argv[1] = argv[2];
    argv[2] = t;
    printf("%s %s %s\n", argv[7], argv[1], argv[2]);
    unsigned h = 0;
    for (int i = 1; i < argc; i++)
        for (unsigned char *p = (unsigned char *)argv[i]; *p; p++) h = h * 131 + *p;
    printf("%08x %d\n", h, total);
    return (int)((unsigned)total + h) & 0x7f;
}
