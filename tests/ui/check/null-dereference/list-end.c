// Removing the last node of a list looks at the node behind it, which does not exist.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static int value_after(const struct node *node)
{
    return node->next->value; //~ null-dereference
}

int main(void)
{
    struct node last = {NULL, 3};
    struct node first = {&last, 2};
    int sum = value_after(&first);
    sum += value_after(&last);
    return sum == 3;
}
