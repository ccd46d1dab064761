// Measures sorting with a comparison through a function pointer: quick sort, heap sort and merge sort on ints and structs.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int compare(const void *, const void *);
struct person { uint32_t id; int16_t age; char name[10]; };

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_person(const void *a, const void *b) {
    const struct person *x = a, *y = b;
    if (x->age != y->age) return x->age < y->age ? -1 : 1;
    int c = strcmp(x->name, y->name);
    return c ? c : (x->id > y->id) - (x->id < y->id);
}

static void swap(char *a, char *b, size_t w) {
    char t[32];
    memcpy(t, a, w);
    memcpy(a, b, w);
    memcpy(b, t, w);
}

static void quick(char *v, size_t n, size_t w, compare *cmp) {
    while (n > 1) {
        // The median of three as the pivot keeps sorted input fast.
        char *last = v + (n - 1) * w, *mid = v + n / 2 * w, *at = v;
        if (cmp(mid, v) < 0) swap(mid, v, w);
        if (cmp(last, v) < 0) swap(last, v, w);
        if (cmp(last, mid) < 0) swap(last, mid, w);
        swap(mid, last, w);
        for (char *p = v; p < last; p += w)
            if (cmp(p, last) < 0) {
                swap(p, at, w);
                at += w;
            }
        swap(at, last, w);
        size_t left = (size_t)(at - v) / w;
        quick(v, left, w, cmp);
        v = at + w;
        n -= left + 1;
    }
}

static void heap(char *v, size_t n, size_t w, compare *cmp) {
    for (size_t start = n / 2, end = n; end > 1;) {
        if (start > 0) start--;
        else swap(v, v + --end * w, w);
        for (size_t i = start, c; (c = 2 * i + 1) < end; i = c) {
            if (c + 1 < end && cmp(v + c * w, v + (c + 1) * w) < 0) c++;
            if (cmp(v + i * w, v + c * w) >= 0) break;
            swap(v + i * w, v + c * w, w);
        }
    }
}

static void merge(int *v, int *tmp, size_t n, compare *cmp) {
    if (n < 2) return;
    size_t half = n / 2, i = 0, j = half, k = 0;
    merge(v, tmp, half, cmp);
    merge(v + half, tmp, n - half, cmp);
    while (i < half && j < n) tmp[k++] = cmp(&v[j], &v[i]) < 0 ? v[j++] : v[i++];
    while (i < half) tmp[k++] = v[i++];
    memcpy(v, tmp, k * sizeof *v);
}

int main(void) {
    enum { N = 130000, P = 75000 };
    static int v[N], tmp[N];
    static struct person p[P];
    uint32_t h = 0, x = 1;
    for (int kind = 0; kind < 4; kind++) {
        for (int i = 0; i < N; i++) {
            x = x * 1664525 + 1013904223;
            v[i] = (int)(x >> 4) - (1 << 27);
        }
        if (kind == 0) quick((char *)v, N, sizeof *v, by_int);
        else if (kind == 1) heap((char *)v, N, sizeof *v, by_int);
        else if (kind == 2) merge(v, tmp, N, by_int);
        else qsort(v, N, sizeof *v, by_int);
        for (int i = 0; i < N; i++) h = h * 31 + (uint32_t)v[i];
    }
    for (int i = 0; i < P; i++) {
        x = x * 1664525 + 1013904223;
        p[i].id = (uint32_t)i;
        p[i].age = (int16_t)(x >> 25);
        for (int k = 0; k < 4; k++) p[i].name[k] = (char)('a' + (x >> (5 * k)) % 3);
    }
    quick((char *)p, P, sizeof *p, by_person);
    for (int i = 0; i < P; i++) h = h * 31 + p[i].id;
    printf("%08x\n", h);
    return 0;
}
