// Shortest paths by Dijkstra, Bellman-Ford and Floyd-Warshall agree, and a union-find builds the spanning tree.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40
#define INF 1000000

struct edge { int from, to, w; struct edge *next; };

static struct edge pool[N * 6], *out[N];
static int edges;
static int heap[N * 8][2], size;

static void push(int d, int v) {
    int i = size++;
    while (i && heap[(i - 1) / 2][0] > d) {
        memcpy(heap[i], heap[(i - 1) / 2], sizeof heap[0]);
        i = (i - 1) / 2;
    }
    heap[i][0] = d;
    heap[i][1] = v;
}

static int pop(int *d) {
    int v = heap[0][1], last = --size, i = 0;
    *d = heap[0][0];
    for (int c; (c = 2 * i + 1) < size; i = c) {
        if (c + 1 < size && heap[c + 1][0] < heap[c][0]) c++;
        if (heap[c][0] >= heap[last][0]) break;
        memcpy(heap[i], heap[c], sizeof heap[0]);
    }
    if (i != last) memcpy(heap[i], heap[last], sizeof heap[0]);
    return v;
}

static void dijkstra(int start, int *dist, int *from) {
    for (int i = 0; i < N; i++) dist[i] = INF, from[i] = -1;
    dist[start] = 0;
    for (push(0, start); size;) {
        int d, v = pop(&d);
        if (d > dist[v]) continue;
        for (struct edge *e = out[v]; e; e = e->next)
            if (d + e->w < dist[e->to]) {
                dist[e->to] = d + e->w;
                from[e->to] = v;
                push(dist[e->to], e->to);
            }
    }
}

static void bellman(int start, int *dist) {
    for (int i = 0; i < N; i++) dist[i] = INF;
    dist[start] = 0;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int i = 0; i < edges; i++)
            if (dist[pool[i].from] + pool[i].w < dist[pool[i].to]) {
                dist[pool[i].to] = dist[pool[i].from] + pool[i].w;
                changed = 1;
            }
    }
}

static int parent[N];
static int find(int x) { return parent[x] == x ? x : (parent[x] = find(parent[x])); }
static int by_weight(const void *a, const void *b) {
    const struct edge *x = a, *y = b;
    return x->w != y->w ? x->w - y->w : x->from != y->from ? x->from - y->from : x->to - y->to;
}

int main(void) {
    unsigned x = 17;
    for (int i = 0; i < N * 5; i++) {
        x = x * 1103515245 + 12345;
        int a = (int)(x >> 16) % N, b = (int)(x >> 8) % N, w = (int)(x >> 20) % 90 + 1;
        if (a == b) continue;
        pool[edges] = (struct edge){a, b, w, out[a]};
        out[a] = &pool[edges++];
    }
    static int all[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) all[i][j] = i == j ? 0 : INF;
    for (int i = 0; i < edges; i++)
        if (pool[i].w < all[pool[i].from][pool[i].to]) all[pool[i].from][pool[i].to] = pool[i].w;
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (all[i][k] + all[k][j] < all[i][j]) all[i][j] = all[i][k] + all[k][j];
    int differ = 0, dist[N], other[N], from[N];
    long sum = 0;
    for (int s = 0; s < N; s += 3) {
        dijkstra(s, dist, from);
        bellman(s, other);
        for (int v = 0; v < N; v++) {
            differ += dist[v] != other[v] || dist[v] != all[s][v];
            sum += dist[v];
        }
    }
    dijkstra(0, dist, from);
    int path = N - 1;
    for (; path >= 0; path = from[path]) printf("%d(%d) ", path, dist[path]);
    printf("\n%d edges, %d differ, sum %ld\n", edges, differ, sum);
    qsort(pool, (size_t)edges, sizeof *pool, by_weight);
    for (int i = 0; i < N; i++) parent[i] = i;
    int tree = 0, weight = 0;
    for (int i = 0; i < edges; i++)
        if (find(pool[i].from) != find(pool[i].to)) {
            parent[find(pool[i].from)] = find(pool[i].to);
            weight += pool[i].w;
            tree++;
        }
    printf("tree %d edges, weight %d\n", tree, weight);
    return weight % 256;
}
