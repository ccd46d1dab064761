//@ args: --check all
//@ sanitizer: memory
// A member of a fresh heap object that its constructor forgot decides a branch.
#include <stdlib.h>

struct node {
    int key;
    int visited;
};

static struct node *make(int key)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(0);
    node->key = key;
    return node;
}

int main(void)
{
    struct node *node = make(4);
    int count = node->key;
    if (node->visited) //~ uninitialised-read
        count = 0;
    free(node);
    return count == 5;
}
