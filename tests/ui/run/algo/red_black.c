// A red-black tree keeps its colour rules through random inserts and answers rank queries.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *kid[2], *up; int key, size; unsigned char red; };

static struct node *root;
static int rotations;

static int size(const struct node *n) { return n ? n->size : 0; }
static void count(struct node *n) { n->size = 1 + size(n->kid[0]) + size(n->kid[1]); }

static void rotate(struct node *n, int dir) {
    struct node *c = n->kid[!dir], *up = n->up;
    n->kid[!dir] = c->kid[dir];
    if (c->kid[dir]) c->kid[dir]->up = n;
    c->kid[dir] = n;
    n->up = c;
    c->up = up;
    if (!up) root = c;
    else up->kid[up->kid[1] == n] = c;
    count(n);
    count(c);
    rotations++;
}

static int insert(int key) {
    struct node **at = &root, *up = NULL;
    while (*at) {
        up = *at;
        if (up->key == key) return 0;
        at = &up->kid[key > up->key];
    }
    struct node *n = calloc(1, sizeof *n);
    if (!n) exit(99);
    *n = (struct node){.up = up, .key = key, .size = 1, .red = 1};
    *at = n;
    for (struct node *p = up; p; p = p->up) p->size++;
    while (n->up && n->up->red) {
        struct node *p = n->up, *g = p->up;
        int side = g->kid[1] == p;
        struct node *uncle = g->kid[!side];
        if (uncle && uncle->red) {
            p->red = uncle->red = 0;
            g->red = 1;
            n = g;
            continue;
        }
        if (p->kid[!side] == n) {
            rotate(p, side);
            n = p;
            p = n->up;
        }
        p->red = 0;
        g->red = 1;
        rotate(g, !side);
    }
    root->red = 0;
    return 1;
}

// The black height of a right tree, or -1 where a rule is broken.
static int check(const struct node *n, long lo, long hi) {
    if (!n) return 1;
    if (n->key <= lo || n->key >= hi || n->size != 1 + size(n->kid[0]) + size(n->kid[1])) return -1;
    for (int i = 0; i < 2; i++)
        if (n->kid[i] && (n->kid[i]->up != n || (n->red && n->kid[i]->red))) return -1;
    int l = check(n->kid[0], lo, n->key), r = check(n->kid[1], n->key, hi);
    return l < 0 || l != r ? -1 : l + !n->red;
}

static int rank(int key) {
    int r = 0;
    for (const struct node *n = root; n;) {
        if (key < n->key) n = n->kid[0];
        else {
            r += 1 + size(n->kid[0]);
            if (key == n->key) break;
            n = n->kid[1];
        }
    }
    return r;
}

static int depth(const struct node *n) {
    if (!n) return 0;
    int l = depth(n->kid[0]), r = depth(n->kid[1]);
    return 1 + (l > r ? l : r);
}

static void destroy(struct node *n) {
    if (!n) return;
    destroy(n->kid[0]);
    destroy(n->kid[1]);
    free(n);
}

int main(void) {
    int inserted = 0;
    uint32_t x = 1;
    for (int i = 0; i < 1000; i++) {
        x = x * 1664525 + 1013904223;
        inserted += insert((int)(x >> 20));
        if (i % 250 == 249) printf("%d nodes, black height %d, depth %d\n", size(root), check(root, -1, 1L << 40), depth(root));
    }
    printf("%d rotations %d\n", inserted, rotations);
    for (int k = 0; k < 4096; k += 500) printf("%d ", rank(k));
    printf("\n");
    destroy(root);
    root = NULL;
    rotations = 0;
    for (int i = 0; i < 500; i++) insert(i);
    printf("ascending: depth %d height %d rotations %d\n", depth(root), check(root, -1, 1L << 40), rotations);
    int status = rotations % 256;
    destroy(root);
    return status;
}
