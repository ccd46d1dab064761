// fnmatch matches shell patterns, and glob expands them against files that the program itself made.
#define _GNU_SOURCE
#include <dirent.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void match(const char *p, const char *s, int flags) { printf("%s %s %d: %d\n", p, s, flags != 0, fnmatch(p, s, flags)); }

static const char *const files[] = {"b.txt", "a.txt", "note.md", ".hidden", "sub/c.txt", "sub/d.c", "z1.c", "z2.c", "z10.c"};

static int expand(const char *pattern, int flags, glob_t *g) {
    int r = glob(pattern, flags, NULL, g);
    printf("%s: %s", pattern, r == 0 ? "" : r == GLOB_NOMATCH ? "no match" : "error");
    for (size_t i = 0; r == 0 && i < g->gl_pathc; i++) printf(" %s", g->gl_pathv[g->gl_offs + i]);
    printf("\n");
    return r == 0 ? (int)g->gl_pathc : 0;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

int main(void) {
    match("*.c", "main.c", 0);
    match("*.c", "main.h", 0);
    match("m??n.[ch]", "main.h", 0);
    match("[!a-f]*", "beta", 0);
    match("[[:upper:]]*[0-9]", "File7", 0);
    match("*", ".profile", FNM_PERIOD);
    match("a*b", "a/b", 0);
    match("a*b", "a/b", FNM_PATHNAME);
    match("a/*/c", "a/b/c", FNM_PATHNAME);
    match("\\*x", "*x", 0);
    match("\\*x", "\\*x", FNM_NOESCAPE);
    match("**a*b*c", "xxaybzc", 0);
    match("ABC", "abc", FNM_CASEFOLD);
    match("dir", "dir/file", FNM_LEADING_DIR);
    match("", "", 0);

    mkdir("sub", 0755);
    for (int i = 0; i < 9; i++) {
        FILE *f = fopen(files[i], "w");
        if (!f) return 99;
        fprintf(f, "file %d\n", i);
        fclose(f);
    }
    glob_t g = {0};
    int n = expand("*", 0, &g);
    globfree(&g);
    n += expand("*.txt", 0, &g);
    globfree(&g);
    n += expand("z[0-9].c", 0, &g);
    n += expand("sub/*.?", GLOB_APPEND, &g);
    globfree(&g);
    n += expand("*/", GLOB_MARK, &g);
    globfree(&g);
    n += expand("nothing*", 0, &g);
    n += expand("nothing*", GLOB_NOCHECK, &g);
    globfree(&g);
    n += expand("*.m?", GLOB_NOSORT | GLOB_ERR, &g);
    printf("%d\n", g.gl_pathv[g.gl_pathc] == NULL);
    globfree(&g);

    // The order of readdir is not specified, so the names are sorted before they are printed.
    char names[16][32];
    int count = 0;
    DIR *d = opendir(".");
    if (!d) return 98;
    for (struct dirent *e; count < 16 && (e = readdir(d)) != NULL;) snprintf(names[count++], 32, "%.31s", e->d_name);
    closedir(d);
    qsort(names, (size_t)count, sizeof *names, by_name);
    for (int i = 0; i < count; i++) printf("%s ", names[i]);
    printf("\n");
    for (int i = 0; i < 9; i++) n += unlink(files[i]);
    int gone = rmdir("sub");
    printf("%d %d\n", gone, access("sub", F_OK));
    return n * 3 + count;
}
