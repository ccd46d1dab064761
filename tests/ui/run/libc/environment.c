// setenv, putenv, unsetenv and clearenv change what getenv and environ show.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static const char *get(const char *name) {
    const char *v = getenv(name);
    return v ? v : "(unset)";
}

static int count(void) {
    int n = 0;
    for (char **p = environ; p && *p; p++) n++;
    return n;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// Expand $NAME in a text, the way a shell would.
static void expand(const char *s, char *out, size_t size) {
    size_t n = 0;
    while (*s && n + 1 < size) {
        if (*s != '$') {
            out[n++] = *s++;
            continue;
        }
        char name[32];
        size_t k = strspn(++s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        snprintf(name, sizeof name, "%.*s", (int)k, s);
        s += k;
        const char *v = getenv(name);
        if (v) n += (size_t)snprintf(out + n, size - n, "%s", v);
    }
    out[n] = 0;
}

int main(void) {
    // The host's variables are dropped first, so that the rest does not depend on them.
    clearenv();
    printf("%d %s\n", count(), get("PATH"));
    setenv("ALPHA", "one", 1);
    setenv("ALPHA", "kept out", 0);
    setenv("BETA", "", 1);
    printf("%s [%s] %d\n", get("ALPHA"), get("BETA"), count());
    setenv("ALPHA", "two", 1);
    static char mine[] = "GAMMA=static";
    putenv(mine);
    printf("%s %s\n", get("ALPHA"), get("GAMMA"));
    // putenv keeps the caller's array, so a change in it shows.
    memcpy(mine + 6, "Mutant", 6);
    printf("%s\n", get("GAMMA"));
    unsetenv("ALPHA");
    unsetenv("NEVER");
    printf("%s %d\n", get("ALPHA"), count());
    errno = 0;
    int bad = setenv("BAD=NAME", "x", 1);
    printf("%d %d ", bad, errno == EINVAL);
    errno = 0;
    bad = setenv("", "x", 1);
    printf("%d %d\n", bad, errno == EINVAL);

    char name[16], value[32];
    for (int i = 0; i < 50; i++) {
        snprintf(name, sizeof name, "VAR%02d", i);
        snprintf(value, sizeof value, "%d=%d", i, i * i);
        setenv(name, value, 1);
    }
    for (int i = 0; i < 50; i += 3) {
        snprintf(name, sizeof name, "VAR%02d", i);
        unsetenv(name);
    }
    printf("%d %s %s\n", count(), get("VAR49"), get("VAR48"));
    char *copy[64];
    int n = 0;
    for (char **p = environ; *p; p++) copy[n++] = *p;
    qsort(copy, (size_t)n, sizeof *copy, by_text);
    unsigned h = 0;
    for (int i = 0; i < n; i++)
        for (const char *p = copy[i]; *p; p++) h = h * 31 + (unsigned char)*p;
    printf("%d %08x %s %s\n", n, h, copy[0], copy[n - 1]);

    setenv("HOME_DIR", "/home/me", 1);
    setenv("FILE", "notes", 1);
    char out[80];
    expand("path=$HOME_DIR/$FILE.txt $UNKNOWN!", out, sizeof out);
    printf("%s\n", out);
    printf("%s %d\n", secure_getenv("FILE") ? secure_getenv("FILE") : "none", getenv("FIL") == NULL);
    static char *fresh[] = {"ONLY=this", NULL};
    environ = fresh;
    printf("%s %s %d\n", get("ONLY"), get("FILE"), count());
    return (int)(h % 256);
}
