//@ args: --check all
//@ sanitizer: leak
// Two nodes that point at each other leak together when nothing else points at them.
#include <stdlib.h>

struct node {
    struct node *other;
    int value;
};

static void make_pair(void)
{
    struct node *nodes[2];
    for (int i = 0; i < 2; i++) {
        nodes[i] = malloc(sizeof *nodes[i]); //~ memory-leak
        if (!nodes[i])
            exit(0);
        nodes[i]->value = i;
    }
    nodes[0]->other = nodes[1];
    nodes[1]->other = nodes[0];
}

int main(void)
{
    make_pair();
    return 0;
}
