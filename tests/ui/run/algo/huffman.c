// Huffman codes built with a priority queue are prefix-free, optimal in length and decode to the text.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int weight, symbol, order; struct node *left, *right; };

static struct node *heap[300];
static int size, made;
static char codes[256][40];

static int less(const struct node *a, const struct node *b) {
    // The order of creation breaks ties, so that the tree is the same everywhere.
    return a->weight != b->weight ? a->weight < b->weight : a->order < b->order;
}

static void push(struct node *n) {
    int i = size++;
    for (; i > 0 && less(n, heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}

static struct node *pop(void) {
    struct node *top = heap[0], *last = heap[--size];
    int i = 0;
    for (int c; (c = 2 * i + 1) < size; i = c) {
        if (c + 1 < size && less(heap[c + 1], heap[c])) c++;
        if (!less(heap[c], last)) break;
        heap[i] = heap[c];
    }
    heap[i] = last;
    return top;
}

static struct node *make(int weight, int symbol, struct node *l, struct node *r) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(99);
    *n = (struct node){weight, symbol, made++, l, r};
    return n;
}

static void assign(const struct node *n, char *prefix, int depth) {
    if (n->symbol >= 0) {
        prefix[depth] = 0;
        strcpy(codes[n->symbol], depth ? prefix : "0");
        return;
    }
    prefix[depth] = '0';
    assign(n->left, prefix, depth + 1);
    prefix[depth] = '1';
    assign(n->right, prefix, depth + 1);
}

static void destroy(struct node *n) {
    if (!n) return;
    destroy(n->left);
    destroy(n->right);
    free(n);
}

static long roundtrip(const char *text) {
    int freq[256] = {0};
    size = made = 0;
    for (const char *p = text; *p; p++) freq[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (freq[i]) push(make(freq[i], i, NULL, NULL));
    while (size > 1) {
        struct node *a = pop(), *b = pop();
        push(make(a->weight + b->weight, -1, a, b));
    }
    struct node *root = pop();
    char prefix[40];
    memset(codes, 0, sizeof codes);
    assign(root, prefix, 0);
    char *bits = calloc(strlen(text), 40), *back = calloc(strlen(text) + 1, 1), *o = bits, *d = back;
    if (!bits || !back) exit(99);
    for (const char *p = text; *p; p++) o = stpcpy(o, codes[(unsigned char)*p]);
    for (const char *b = bits; *b;) {
        const struct node *n = root;
        if (n->symbol >= 0) b++;
        while (n->symbol < 0) n = *b++ == '0' ? n->left : n->right;
        *d++ = (char)n->symbol;
    }
    long len = o - bits;
    unsigned h = 0;
    for (const char *b = bits; *b; b++) h = h * 3 + (unsigned)(*b - '0');
    printf("%zu chars %ld bits %08x %s\n", strlen(text), len, h, strcmp(back, text) == 0 ? "same" : "different");
    free(bits);
    free(back);
    destroy(root);
    return len;
}

int main(void) {
    long total = roundtrip("abracadabra") + roundtrip("aaaaaaa");
    for (int c = 0; c < 256; c++)
        if (codes[c][0]) printf("%c %s\n", c, codes[c]);
    total += roundtrip("the quick brown fox jumps over the lazy dog, and the dog does not mind at all");
    for (int c = 'a'; c <= 'f'; c++) printf("%c=%s ", c, codes[c]);
    printf("\n");
    char skewed[200] = "";
    for (int i = 0, n = 1; i < 7; i++, n *= 2) memset(skewed + strlen(skewed), 'a' + i, (size_t)n);
    total += roundtrip(skewed);
    printf("%s %s\n", codes['a'], codes['g']);
    return (int)(total % 256);
}
