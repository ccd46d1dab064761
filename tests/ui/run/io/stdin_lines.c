//@ stdin: name: Ada\nage: 36\n# a comment\n\nskills: math, code ,  engines\nlong: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nraw tail
// fgets cuts long lines at its limit, getline does not, and read takes what is left behind the buffer.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *trim(char *s) {
    while (isspace((unsigned char)*s)) s++;
    char *e = s + strlen(s);
    while (e > s && isspace((unsigned char)e[-1])) e--;
    *e = 0;
    return s;
}

int main(void) {
    // Without a buffer nothing is read ahead, so read() below sees exactly the rest.
    setvbuf(stdin, NULL, _IONBF, 0);
    char line[32];
    int pieces = 0, total = 0;
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        int whole = n > 0 && line[n - 1] == '\n';
        pieces++;
        total += (int)n;
        printf("%zu %s", n, whole ? "whole " : "piece ");
        char *text = trim(line);
        char *colon = strchr(text, ':');
        if (*text == '#') printf("comment\n");
        else if (!*text) printf("empty\n");
        else if (colon) {
            *colon = 0;
            char *key = trim(text), *rest = trim(colon + 1);
            printf("%s =", key);
            for (char *tok, *save = rest; (tok = strsep(&save, ",")) != NULL;) printf(" <%s>", trim(tok));
            printf("\n");
            if (strcmp(key, "skills") == 0) break;
        } else printf("text %s\n", text);
    }
    char *big = NULL;
    size_t cap = 0;
    ssize_t n = getline(&big, &cap, stdin);
    printf("%zd %.6s %d\n", n, big, cap > 60);
    free(big);
    char rest[64];
    ssize_t got = 0, k;
    while ((k = read(0, rest + got, 3)) > 0) got += k;
    printf("%zd [%.*s] %zd\n", got, (int)got, rest, k);
    printf("%d\n", fgets(line, sizeof line, stdin) == NULL);
    return pieces * 10 + total % 10;
}
