//@ args: --check memory-leak
// A pointer inside an object that is held keeps another one, on one of two paths.
#include <secateur.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
static unsigned char in[2];
static struct node *list;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    list = calloc(1, sizeof *list);
    if (!list)
        return 0;
    struct node *second = calloc(1, sizeof *second); //~ memory-leak
    if (in[0] > 7)
        list->next = second;
    else
        list->value = 1;
    second = 0;
    if (in[1] > 7)
        sink = 1;
    return 0;
}
