// A growing string builder, a gap buffer and an arena move text around without losing a byte.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb { char *s; size_t n, cap; };

static void reserve(struct sb *b, size_t more) {
    if (b->n + more + 1 <= b->cap) return;
    size_t cap = b->cap ? b->cap : 8;
    while (cap < b->n + more + 1) cap += cap / 2;
    b->s = realloc(b->s, cap);
    if (!b->s) exit(99);
    b->cap = cap;
}

static void addn(struct sb *b, const char *s, size_t n) {
    reserve(b, n);
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

static void addf(struct sb *b, const char *fmt, ...) {
    va_list ap, ap2;
    va_start(ap, fmt);
    va_copy(ap2, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    reserve(b, (size_t)n);
    vsnprintf(b->s + b->n, (size_t)n + 1, fmt, ap2);
    va_end(ap2);
    b->n += (size_t)n;
}

static void replace(struct sb *b, const char *from, const char *to) {
    size_t fn = strlen(from), tn = strlen(to), at = 0;
    for (char *hit; (hit = strstr(b->s + at, from)) != NULL;) {
        at = (size_t)(hit - b->s);
        reserve(b, tn);
        memmove(b->s + at + tn, b->s + at + fn, b->n - at - fn + 1);
        memcpy(b->s + at, to, tn);
        b->n = b->n - fn + tn;
        at += tn;
    }
}

// The gap is where the cursor is; moving the cursor moves the bytes between.
struct gap { char s[64]; int start, end; };
static void move_to(struct gap *g, int at) {
    while (g->start > at) g->s[--g->end] = g->s[--g->start];
    while (g->start < at) g->s[g->start++] = g->s[g->end++];
}
static void type_in(struct gap *g, const char *s) { while (*s && g->start < g->end) g->s[g->start++] = *s++; }

struct arena { struct arena *next; size_t used; char data[256]; };
static struct arena *arena;
static char *arena_copy(const char *s) {
    size_t n = strlen(s) + 1;
    if (!arena || arena->used + n > sizeof arena->data) {
        struct arena *a = malloc(sizeof *a);
        if (!a) exit(99);
        a->next = arena;
        a->used = 0;
        arena = a;
    }
    char *p = memcpy(arena->data + arena->used, s, n);
    arena->used += n;
    return p;
}

int main(void) {
    struct sb b = {0};
    for (int i = 0; i < 12; i++) {
        addf(&b, "%d:%s;", i, i % 3 ? "fizz" : "b");
        addn(&b, "\tx\n", (size_t)(i % 4));
    }
    printf("%zu %s", b.n, b.s);
    replace(&b, "fizz", "FIZZBUZZ");
    replace(&b, ";", "");
    replace(&b, "x", "<>");
    printf("%zu %zu %s\n", b.n, strlen(b.s), b.s);
    unsigned h = 0;
    for (size_t i = 0; i < b.n; i++) h = h * 131 + (unsigned char)b.s[i];
    free(b.s);

    struct gap g = {.start = 0, .end = 64};
    type_in(&g, "hello world");
    move_to(&g, 5);
    type_in(&g, ", big");
    move_to(&g, 0);
    type_in(&g, ">> ");
    move_to(&g, 19);
    type_in(&g, "!");
    printf("%.*s%.*s %d\n", g.start, g.s, 64 - g.end, g.s + g.end, g.end - g.start);

    char *kept[100], text[20];
    for (int i = 0; i < 100; i++) {
        snprintf(text, sizeof text, "word%0*d", i % 9 + 1, i);
        kept[i] = arena_copy(text);
    }
    for (int i = 0; i < 100; i++) h = h * 17 + (unsigned)strlen(kept[i]) + (unsigned char)kept[i][4];
    int chunks = 0;
    while (arena) {
        struct arena *next = arena->next;
        free(arena);
        arena = next;
        chunks++;
    }
    printf("%08x %d\n", h, chunks);
    return (int)(h % 256);
}
