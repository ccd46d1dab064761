// An array that is a struct's last member overflows out of the whole heap object.
#include <stdlib.h>

struct queue {
    int length;
    unsigned char items[12];
};

static void push(struct queue *queue, unsigned char item)
{
    unsigned char *slot = queue->items;
    slot += queue->length++;
    *slot = item; //~ out-of-bounds-write
}

int main(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return 0;
    for (int i = 0; i < 13; i++)
        push(queue, (unsigned char)i);
    free(queue);
    return 0;
}
