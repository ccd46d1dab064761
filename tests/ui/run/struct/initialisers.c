//@ cflags: -Wno-override-init -Wno-initializer-overrides -Wno-missing-braces -Wno-missing-field-initializers
// Designated, nested, partial and repeated initialisers set what they name and zero the rest.
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct rect { struct point min, max; const char *name; };
struct deep { int a[3]; struct { short s; union { int i; float f; } u; } in[2]; char tail[4]; };

enum colour { RED, GREEN = 4, BLUE, LAST };
static const char *const names[LAST + 1] = {[BLUE] = "blue", [RED] = "red", [GREEN] = "green", [LAST] = "?"};
static int sparse[20] = {1, 2, [7] = 70, 71, 72, [3] = 30, [15 ... 18] = 9};
static struct rect rects[] = {
    [2] = {.name = "third", .max.y = 5, .min = {1, 2}},
    [0] = {{1}, {.y = 3, .x = 4}, "first"},
    {.max = {7, 8}, .max.x = 9, .name = "second"},
};
static int grid[3][4] = {{1}, {[2] = 5, 6}, [2][1] = 7};
static int flat[2][3] = {1, 2, 3, 4};
static struct deep d = {{1, 2}, {{3, {4}}, {.u.f = 2.5f}}, "abc"};
static char exact[3] = {'x', 'y', 'z'}, text[] = "with\0nul", padded[10] = "pad";

static int sum(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s = s * 3 + p[i];
    return s;
}

static struct point *farther(struct point *a, struct point *b) {
    return a->x * a->x + a->y * a->y > b->x * b->x + b->y * b->y ? a : b;
}

int main(void) {
    for (int i = 0; i <= LAST; i++) printf("%s ", names[i] ? names[i] : "-");
    printf("\n");
    for (int i = 0; i < 20; i++) printf("%d ", sparse[i]);
    printf("\n%zu\n", sizeof rects / sizeof *rects);
    for (int i = 0; i < 3; i++)
        printf("%d %d %d %d %s\n", rects[i].min.x, rects[i].min.y, rects[i].max.x, rects[i].max.y, rects[i].name);
    printf("%d %d\n", sum(grid[0], 12 - 8), sum(&flat[0][0], 3));
    for (int i = 0; i < 3; i++) printf("%d,%d,%d,%d ", grid[i][0], grid[i][1], grid[i][2], grid[i][3]);
    printf("\n%d %d %d %d %d %d %g %s\n", d.a[0], d.a[1], d.a[2], d.in[0].s, d.in[0].u.i, d.in[1].s, (double)d.in[1].u.f, d.tail);
    printf("%zu %zu %zu %.3s %s %d\n", sizeof exact, sizeof text, sizeof padded, exact, text + 5, padded[9]);

    // Locals take values known only at run time, in the order of the members.
    for (int n = 0; n < 3; n++) {
        int local[5] = {[1] = n, n * n, [4] = -n};
        struct rect r = {.min.x = n, .max = {.y = local[2]}, .name = names[n * 2 + (n == 2)]};
        struct rect copy = {.min = r.max, .max = r.min};
        printf("%d %d %d %d %d %s %d\n", local[0], local[1], local[2], local[3], local[4], r.name ? r.name : "-", copy.min.y + copy.max.x);
    }

    // Compound literals are objects of their own: fresh in each round and modifiable.
    int total = 0;
    for (int n = 1; n < 4; n++) {
        int *p = (int[]){n, n + 1, n + 2};
        p[1] *= 10;
        total += sum(p, 3) + sum((const int[4]){[3] = n}, 4);
        struct point *q = farther(&(struct point){n, 2}, &(struct point){.y = 3});
        q->x += 100;
        total += q->x * q->y;
    }
    char buf[] = {'h', 'i', 0, 'x'};
    (*(char(*)[4])buf)[0] = 'H';
    printf("%d %s %zu\n", total, buf, strlen((char[]){"literal"}));
    struct point pts[2] = {{1, 2}, {3, 4}};
    pts[0] = (struct point){pts[1].y, pts[0].x};
    printf("%d %d\n", pts[0].x, pts[0].y);
    return total % 256;
}
