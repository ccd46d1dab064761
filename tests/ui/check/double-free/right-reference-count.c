// A shared object that counts its owners is freed by the last one only.
#include <stdlib.h>

struct shared {
    int owners;
    int *data;
};

static int freed;

static void release(struct shared *shared)
{
    if (--shared->owners > 0)
        return;
    free(shared->data);
    free(shared);
    freed++;
}

int main(void)
{
    struct shared *shared = malloc(sizeof *shared);
    if (!shared)
        return 0;
    shared->owners = 3;
    shared->data = calloc(4, sizeof *shared->data);
    release(shared);
    release(shared);
    release(shared);
    return freed != 1;
}
