// Going back from a member to the struct around it gives the pointer that malloc returned.
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

int main(void)
{
    struct link *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            break;
        item->value = i;
        item->link.next = list;
        list = &item->link;
    }
    int sum = 0;
    while (list) {
        struct item *item = (struct item *)((char *)list - offsetof(struct item, link));
        list = list->next;
        sum += item->value;
        free(item);
    }
    return sum != 3;
}
