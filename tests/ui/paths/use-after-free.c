//@ space: 1 bytes
// One input frees a node of a list that is read afterwards.
#include <secateur.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 0;
        node->value = i;
        node->next = list;
        list = node;
    }
    if ((c ^ 0x55) == 0x33)
        free(list->next);
    int sum = 0;
    for (struct node *node = list; node; node = node->next)
        sum += node->value;
    return sum + (c > 200);
}
