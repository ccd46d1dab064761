// Freeing a member that lies inside its struct, instead of the struct, is not a free of a block's start.
#include <stdlib.h>

struct node {
    struct node *next;
    int payload[4];
};

static void drop(int *payload)
{
    free(payload); //~ invalid-free
}

int main(void)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        return 0;
    drop(node->payload);
    return 0;
}
