// qsort, bsearch, lfind, lsearch, hsearch and tsearch find and order elements of several sizes.
#define _GNU_SOURCE
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { char name[11]; short key; double w; };
static int compares;

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    compares++;
    return (x > y) - (x < y);
}
static int by_char(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static int by_name(const void *a, const void *b) { return strcmp(((const struct rec *)a)->name, ((const struct rec *)b)->name); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_arg(const void *a, const void *b, void *arg) { return *(const int *)arg * by_int(a, b); }
static int plain(const void *a, const void *b) { return strcmp(a, b); }

static void visit(const void *node, VISIT order, int level) {
    if (order == postorder || order == leaf) printf("%s%d ", *(const char *const *)node, level);
}

int main(void) {
    // The number of comparisons depends on the algorithm of the libc, so only the order is printed.
    int v[500];
    uint32_t x = 7;
    for (int i = 0; i < 500; i++) v[i] = (int)((x = x * 1664525 + 1013904223) >> 8) % 1000 - 500;
    qsort(v, 500, sizeof *v, by_int);
    unsigned h = 0;
    int ordered = 1;
    for (int i = 0; i < 500; i++) {
        h = h * 31 + (unsigned)v[i];
        ordered &= i == 0 || v[i - 1] <= v[i];
    }
    int hits = 0, probe;
    for (probe = -500; probe < 500; probe++) {
        int *p = bsearch(&probe, v, 500, sizeof *v, by_int);
        hits += p && *p == probe;
    }
    printf("%d %08x %d %d\n", ordered, h, hits, compares > 500);
    int dir = -1;
    qsort_r(v, 20, sizeof *v, by_arg, &dir);
    printf("%d %d\n", v[0] >= v[19], v[0] > v[19]);
    qsort(v, 0, sizeof *v, by_int);
    qsort(v, 1, sizeof *v, by_int);

    char text[] = "the quick brown fox jumps over the lazy dog";
    qsort(text, strlen(text), 1, by_char);
    printf("[%s]\n", text);
    struct rec r[] = {{"pear", 3, .5}, {"apple", 1, .25}, {"fig", 9, 1}, {"cherry", 2, 2}, {"banana", 7, 4}, {"date", 5, 8}};
    qsort(r, 6, sizeof *r, by_name);
    for (int i = 0; i < 6; i++) printf("%s/%d/%g ", r[i].name, r[i].key, r[i].w);
    struct rec want = {.name = "date"}, *found = bsearch(&want, r, 6, sizeof *r, by_name);
    printf("-> %d\n", found ? found->key : -1);
    char *words[] = {"delta", "alpha", "echo", "bravo", "charlie"};
    qsort(words, 5, sizeof *words, by_str);
    for (int i = 0; i < 5; i++) printf("%s ", words[i]);
    printf("\n");

    int list[10] = {4, 8, 15, 16};
    size_t n = 4;
    for (int k = 14; k < 18; k++) lsearch(&k, list, &n, sizeof *list, by_int);
    int missing = 99;
    printf("%zu %d %d\n", n, list[4], lfind(&missing, list, &n, sizeof *list, by_int) == NULL);

    hcreate(50);
    for (intptr_t i = 0; i < 5; i++) hsearch((ENTRY){words[i], (void *)(i * 11)}, ENTER);
    ENTRY *e = hsearch((ENTRY){"charlie", NULL}, FIND), *none = hsearch((ENTRY){"zulu", NULL}, FIND);
    printf("%d %d\n", e ? (int)(intptr_t)e->data : -1, none == NULL);
    hdestroy();

    void *root = NULL;
    const char *keys[] = {"m", "c", "x", "a", "e", "z", "m", "d"};
    for (int i = 0; i < 8; i++) tsearch(keys[i], &root, plain);
    tdelete("x", &root, plain);
    // The levels come from the AVL tree of the libc and are part of its result.
    twalk(root, visit);
    printf("%d %d\n", tfind("e", &root, plain) != NULL, tfind("x", &root, plain) == NULL);
    while (root) tdelete(*(const char **)root, &root, plain);
    struct qelem { struct qelem *next, *prev; int v; } q[3] = {{NULL, NULL, 1}, {NULL, NULL, 2}, {NULL, NULL, 3}};
    insque(&q[0], NULL);
    insque(&q[1], &q[0]);
    insque(&q[2], &q[0]);
    remque(&q[2]);
    printf("%d %d\n", q[0].next->v, q[1].prev->v);
    return (int)(h % 256);
}
