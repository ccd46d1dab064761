// Linked lists, a binary tree and a hash table of malloc'd nodes keep their links through inserts and removals.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dnode { struct dnode *prev, *next; int v; };
struct tree { struct tree *left, *right; int key, count; };
struct entry { struct entry *next; int value; char key[]; };

static void *must(void *p) {
    if (!p) exit(99);
    return p;
}

static void insert_after(struct dnode *at, int v) {
    struct dnode *n = must(malloc(sizeof *n));
    *n = (struct dnode){at, at->next, v};
    at->next->prev = n;
    at->next = n;
}

static void unlink_node(struct dnode *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
}

static struct tree *put(struct tree *t, int key) {
    if (!t) {
        t = must(calloc(1, sizeof *t));
        t->key = key;
    }
    if (key < t->key) t->left = put(t->left, key);
    else if (key > t->key) t->right = put(t->right, key);
    else t->count++;
    return t;
}

static struct tree *drop(struct tree *t, int key) {
    if (!t) return NULL;
    if (key < t->key) t->left = drop(t->left, key);
    else if (key > t->key) t->right = drop(t->right, key);
    else if (!t->left || !t->right) {
        struct tree *child = t->left ? t->left : t->right;
        free(t);
        return child;
    } else {
        struct tree *m = t->right;
        while (m->left) m = m->left;
        t->key = m->key;
        t->count = m->count;
        t->right = drop(t->right, m->key);
    }
    return t;
}

static int walk(const struct tree *t, int depth, long *sum) {
    if (!t) return depth;
    int l = walk(t->left, depth + 1, sum);
    *sum = *sum * 3 % 1000003 + t->key * t->count;
    int r = walk(t->right, depth + 1, sum);
    return l > r ? l : r;
}

static void free_tree(struct tree *t) {
    if (!t) return;
    free_tree(t->left);
    free_tree(t->right);
    free(t);
}

static struct entry *buckets[37];

static int *slot(const char *key) {
    unsigned h = 5381;
    for (const char *p = key; *p; p++) h = h * 33 ^ (unsigned char)*p;
    struct entry **b = &buckets[h % 37];
    for (struct entry *e = *b; e; e = e->next)
        if (strcmp(e->key, key) == 0) return &e->value;
    struct entry *e = must(malloc(sizeof *e + strlen(key) + 1));
    *e = (struct entry){.next = *b, .value = 0};
    strcpy(e->key, key);
    *b = e;
    return &e->value;
}

int main(void) {
    struct dnode ring = {&ring, &ring, -1};
    for (int i = 0; i < 30; i++) insert_after(i % 3 ? &ring : ring.prev, i);
    for (struct dnode *n = ring.next; n != &ring;) {
        struct dnode *next = n->next;
        if (n->v % 4 == 1) unlink_node(n);
        n = next;
    }
    for (struct dnode *n = ring.prev; n != &ring; n = n->prev) printf("%d ", n->v);
    printf("\n");
    while (ring.next != &ring) unlink_node(ring.next);

    struct tree *root = NULL;
    for (int i = 0; i < 500; i++) root = put(root, i * 379 % 257);
    long sum = 0;
    int depth = walk(root, 0, &sum);
    printf("%d %ld\n", depth, sum);
    for (int i = 0; i < 257; i += 2) root = drop(root, i * 11 % 257);
    sum = 0;
    depth = walk(root, 0, &sum);
    printf("%d %ld\n", depth, sum);
    free_tree(root);

    char key[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "k%d", i * i % 173);
        *slot(key) += i;
    }
    int longest = 0, entries = 0;
    for (int b = 0; b < 37; b++) {
        int len = 0;
        for (struct entry *e = buckets[b], *next; e; e = next, len++) {
            next = e->next;
            sum += e->value % 101;
            free(e);
        }
        entries += len;
        if (len > longest) longest = len;
    }
    printf("%d %d %ld\n", entries, longest, sum);
    return (int)(sum % 256);
}
