// Freeing a list node before its link is followed reads the link from freed memory.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(0);
    node->next = head;
    node->value = value;
    return node;
}

int main(void)
{
    struct node *list = push(push(NULL, 1), 2);
    struct node *node = list;
    while (node) {
        free(node);
        node = node->next; //~ use-after-free
    }
    return 0;
}
