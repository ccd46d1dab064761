// The last element of a flexible array member ends where the block ends.
#include <stdlib.h>

struct list {
    size_t length;
    unsigned char items[];
};

int main(void)
{
    size_t length = 13;
    struct list *list = malloc(sizeof *list + length);
    if (!list)
        return 0;
    list->length = length;
    for (size_t i = 0; i < list->length; i++)
        list->items[i] = (unsigned char)i;
    int last = list->items[list->length - 1];
    free(list);
    return last != 12;
}
