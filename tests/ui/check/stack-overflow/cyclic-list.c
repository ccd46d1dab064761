//@ sanitizer: signal
// A recursive walk over a list that ends in a cycle never reaches an end.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static int sum(const struct node *node)
{
    if (node == NULL)
        return 0;
    int rest = sum(node->next); //~ stack-overflow
    return rest ^ node->value;
}

int main(void)
{
    struct node c = {NULL, 3}, b = {&c, 2}, a = {&b, 1};
    int first = sum(&a);
    c.next = &a;
    return first == sum(&a);
}
