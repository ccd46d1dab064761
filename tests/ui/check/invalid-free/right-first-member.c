// The address of a struct's first member is the block's start, so it can be freed.
#include <stdint.h>
#include <stdlib.h>

struct header {
    int size;
};

struct message {
    struct header header;
    char body[20];
};

int main(void)
{
    struct message *message = malloc(sizeof *message);
    if (!message)
        return 0;
    message->header.size = 20;
    struct header *header = &message->header;
    free(header);

    uintptr_t number = (uintptr_t)malloc(4);
    free((void *)number);
    return 0;
}
