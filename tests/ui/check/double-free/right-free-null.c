// Freeing a null pointer does nothing, so clearing the pointer makes a second free harmless.
#include <stdlib.h>

static void release(void **slot)
{
    free(*slot);
    *slot = NULL;
}

int main(void)
{
    void *block = malloc(10);
    release(&block);
    release(&block);
    free(NULL);
    return block != NULL;
}
