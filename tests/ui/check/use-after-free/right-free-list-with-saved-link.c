// A list is freed correctly when each link is read before its node is freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 10; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        list = node;
    }
    int count = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        count++;
    }
    return count != 10;
}
