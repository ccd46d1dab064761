// Pointers to pointers, to arrays and to functions in nested structs reach the object they name.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct node { int v; struct node *next, **prev; };
struct ops { int (*apply)(struct ops *, int); int k; struct ops *inner; };

static int cells[4][3][2];
static int (*plane)[3][2] = cells + 1;
static int *corner = &cells[3][2][1];
static int *const ends[] = {&cells[0][0][0], &cells[3][2][1], (int *)cells + 5};
static char text[] = "pointer";
static char *mid = text + 3, **pmid = &mid, ***ppmid = &pmid;
static struct node b, a = {1, &b, NULL}, b = {2, &a, &a.next};

static int add(struct ops *o, int x) { return x + o->k; }
static int mul(struct ops *o, int x) { return x * o->k; }
static int chain(struct ops *o, int x) { return o->inner->apply(o->inner, x) - o->k; }
static struct ops base = {add, 5, NULL}, scaled = {mul, 3, &base}, outer = {chain, 1, &scaled};

// Removing through a pointer to the link needs no special case for the head.
static void remove_if(struct node **link, int odd) {
    while (*link) {
        if ((*link)->v % 2 == odd) *link = (*link)->next;
        else link = &(*link)->next;
    }
}

static int sum(int rows, const int (*m)[3]) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 3; j++) s += m[i][j] * (i + 1) * (j + 2);
    return s;
}

static int (*pick(int which))(struct ops *, int) { return which ? mul : add; }
static int (*(*table[2])(int))(struct ops *, int) = {pick, pick};

int main(void) {
    for (int i = 0, n = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++) cells[i][j][k] = n * (n + 1), n++;
    printf("%d %d %d %d\n", (*plane)[2][1], plane[1][0][1], *corner, *ends[2]);
    printf("%td %td %td\n", corner - (int *)cells, plane - cells, ends[1] - ends[0]);
    printf("%zu %zu %zu\n", sizeof cells, sizeof *plane, sizeof **plane);
    printf("%c %c %s\n", ***ppmid, **ppmid[0], **ppmid - 3);
    **ppmid = text + 1;
    ***ppmid = 'O';
    printf("%s %s\n", text, mid);
    printf("%d %d %d\n", a.next->next->v, (*b.prev)->v, a.next->prev == &a.next);
    printf("%d %d\n", outer.apply(&outer, 7), table[1](1)(&scaled, 4) + (*table[0])(0)(&base, 4));

    struct node n[10], *head = n;
    for (int i = 0; i < 10; i++) n[i] = (struct node){i * i % 7, i < 9 ? n + i + 1 : NULL, NULL};
    remove_if(&head, 1);
    for (struct node *p = head; p; p = p->next) printf("%d ", p->v);
    printf("\n");

    int m[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    printf("%d %d\n", sum(4, (const int(*)[3])m), sum(2, (const int(*)[3])(m + 2)));
    int *rows[4];
    for (int i = 0; i < 4; i++) rows[i] = m[3 - i];
    int **pr = rows + 3;
    printf("%d %d %d\n", pr[-1][2], *(*(pr - 3) + 1), (*pr)[0]);
    char *argvish[] = {"one", "two", "three", NULL};
    size_t len = 0;
    for (char **p = argvish; *p; p++) len += strlen(*p) * (size_t)(*p)[1];
    ptrdiff_t off = (char *)&n[4].next - (char *)n;
    printf("%zu %td %d\n", len, off, &n[3] < &n[7] && &n[9] - n == 9);
    return outer.apply(&outer, 20) + (int)len % 100;
}
