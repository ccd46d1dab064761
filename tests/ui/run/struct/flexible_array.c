// A flexible array member lives behind its struct, grows by realloc and copies by memcpy.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet { unsigned short len; unsigned char kind; unsigned char data[]; };
struct vec { size_t n, cap; double v[]; };
struct row { int id; struct { short a; char b; } cell[]; };
struct text { struct text *next; char s[]; };

static struct vec *push(struct vec *v, double x) {
    if (!v || v->n == v->cap) {
        size_t cap = v ? v->cap * 2 : 2;
        size_t n = v ? v->n : 0;
        v = realloc(v, sizeof *v + cap * sizeof v->v[0]);
        if (!v) exit(9);
        v->n = n;
        v->cap = cap;
    }
    v->v[v->n++] = x;
    return v;
}

static struct packet *make(unsigned char kind, const char *s) {
    size_t n = strlen(s);
    struct packet *p = malloc(offsetof(struct packet, data) + n);
    if (!p) exit(9);
    p->len = (unsigned short)n;
    p->kind = kind;
    memcpy(p->data, s, n);
    return p;
}

static struct text *cons(const char *s, struct text *next) {
    struct text *t = malloc(sizeof *t + strlen(s) + 1);
    if (!t) exit(9);
    t->next = next;
    strcpy(t->s, s);
    return t;
}

// A static initialiser may give the flexible member its elements (GNU).
static struct packet fixed = {4, 7, {10, 20, 30, 40}};

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct packet), offsetof(struct packet, data), sizeof(struct vec), sizeof(struct row));
    struct vec *v = NULL;
    for (int i = 0; i < 100; i++) v = push(v, i * 0.5);
    double s = 0;
    for (size_t i = 0; i < v->n; i++) s += v->v[i] * (double)(i % 3);
    printf("%zu %zu %g\n", v->n, v->cap, s);
    free(v);

    // Packets are written into one stream and parsed back by their lengths.
    unsigned char stream[200];
    size_t at = 0;
    const char *words[] = {"alpha", "", "be", "a much longer packet body", "z"};
    for (unsigned char i = 0; i < 5; i++) {
        struct packet *p = make(i, words[i]);
        size_t n = offsetof(struct packet, data) + p->len;
        memcpy(stream + at, p, n);
        at += n;
        free(p);
    }
    unsigned sum = 0;
    for (size_t i = 0; i < at;) {
        struct packet head;
        memcpy(&head, stream + i, offsetof(struct packet, data));
        i += offsetof(struct packet, data);
        printf("%d[%d] %.*s\n", head.kind, head.len, head.len, (const char *)stream + i);
        for (int k = 0; k < head.len; k++) sum = sum * 31 + stream[i++];
    }
    printf("%u\n", sum);

    struct row *r = malloc(sizeof *r + 5 * sizeof r->cell[0]);
    if (!r) return 9;
    r->id = 77;
    for (int i = 0; i < 5; i++) {
        r->cell[i].a = (short)(i * -1000);
        r->cell[i].b = (char)('a' + i);
    }
    struct row copy = *r;
    printf("%d %d %c\n", copy.id, r->cell[4].a, r->cell[3].b);
    free(r);

    struct text *list = NULL;
    for (int i = 0; i < 5; i++) list = cons(words[i], list);
    while (list) {
        struct text *next = list->next;
        printf("<%s>", list->s);
        free(list);
        list = next;
    }
    printf("\n%d %d\n", fixed.data[2], fixed.len + fixed.kind);
    return (int)(sum % 256);
}
