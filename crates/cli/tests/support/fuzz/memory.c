// Globals with addresses inside, structs by value, arrays, heap, strings and memory intrinsics.
#include <stdlib.h>
#include <string.h>
struct point { int x, y; double w; };
struct list { struct list *next; char name[8]; };
static const char *const names[] = {"one", "two", "three"};
static struct list tail = {0, "tail"}, head = {&tail, "head"};
static int table[4][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*compare)(const char *, const char *) = strcmp;
static struct point scale(struct point p, int by) { return (struct point){p.x * by, p.y * by, p.w}; }
int main(void) {
    struct point p = scale((struct point){1, 2, 3.0}, 4), copies[3];
    int n = 3, vla[n], sum = 0;
    for (int i = 0; i < n; i++) { copies[i] = p; vla[i] = table[i][i % 3]; sum += vla[i] + copies[i].y; }
    char *text = malloc(32);
    memset(text, 'x', 31);
    text[31] = 0;
    memcpy(text, names[2], 5);
    for (struct list *l = &head; l; l = l->next) sum += (int)strlen(l->name) + compare(l->name, text);
    free(text);
    return sum == 0;
}
