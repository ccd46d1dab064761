//@ args: --check all
// Blocks that a global still reaches at exit, directly or through others, do not count as leaked.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *list;

int main(void)
{
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 0;
        node->next = list;
        node->value = i;
        list = node;
    }
    return list->value != 4;
}
