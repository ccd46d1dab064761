// Measures pointer chasing: a chained hash table of malloc'd nodes with inserts, look-ups, removals and growth.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; uint64_t key, value; };
struct table { struct node **bucket; size_t mask, count; };

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 29;
    return x;
}

static void grow(struct table *t) {
    size_t size = t->bucket ? (t->mask + 1) * 2 : 16;
    struct node **fresh = calloc(size, sizeof *fresh);
    if (!fresh) exit(1);
    for (size_t i = 0; t->bucket && i <= t->mask; i++)
        for (struct node *n = t->bucket[i], *next; n; n = next) {
            next = n->next;
            struct node **b = &fresh[mix(n->key) & (size - 1)];
            n->next = *b;
            *b = n;
        }
    free(t->bucket);
    t->bucket = fresh;
    t->mask = size - 1;
}

static struct node **find(struct table *t, uint64_t key) {
    struct node **at = &t->bucket[mix(key) & t->mask];
    while (*at && (*at)->key != key) at = &(*at)->next;
    return at;
}

static void add(struct table *t, uint64_t key, uint64_t value) {
    if (!t->bucket || t->count > t->mask * 2) grow(t);
    struct node **at = find(t, key);
    if (!*at) {
        struct node *n = malloc(sizeof *n);
        if (!n) exit(1);
        *n = (struct node){NULL, key, 0};
        *at = n;
        t->count++;
    }
    (*at)->value += value;
}

static int drop(struct table *t, uint64_t key) {
    struct node **at = find(t, key), *n = *at;
    if (!n) return 0;
    *at = n->next;
    free(n);
    t->count--;
    return 1;
}

int main(void) {
    struct table t = {0};
    uint64_t x = 88172645463325252ULL, sum = 0, dropped = 0;
    for (int round = 0; round < 22; round++) {
        for (int i = 0; i < 150000; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            add(&t, x % 40000, (uint64_t)i);
        }
        for (uint64_t key = 0; key < 80000; key++) {
            struct node *n = *find(&t, key);
            if (n) sum = sum * 31 + n->value;
        }
        for (uint64_t key = 0; key < 40000; key += 3) dropped += (uint64_t)drop(&t, key * 7 % 40000);
    }
    printf("%zu %llu %016llx\n", t.count, (unsigned long long)dropped, (unsigned long long)sum);
    for (size_t i = 0; i <= t.mask; i++)
        for (struct node *n = t.bucket[i], *next; n; n = next) {
            next = n->next;
            free(n);
        }
    free(t.bucket);
    return 0;
}
