// One of two pointers to the same buffer is used for writing after the other was freed.
#include <stdlib.h>

struct view {
    char *first;
    size_t length;
};

static char *owner;

static void mark(struct view view)
{
    view.first[view.length - 1] = '!'; //~ use-after-free
}

int main(void)
{
    owner = malloc(16);
    if (!owner)
        return 0;
    struct view view = {owner + 4, 8};
    mark(view);
    free(owner);
    owner = NULL;
    mark(view);
    return 0;
}
