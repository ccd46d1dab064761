// A null pointer that is only tested, copied and compared is never dereferenced.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static int length(const struct node *node)
{
    int count = 0;
    for (; node; node = node->next)
        count++;
    return count;
}

int main(void)
{
    struct node last = {NULL, 2};
    struct node first = {&last, 1};
    const struct node *none = last.next;
    int wrong = length(&first) != 2 || length(none) != 0;
    wrong |= none != NULL && none->value == 0;
    wrong |= !(none == NULL || none->value == 0);
    return wrong;
}
