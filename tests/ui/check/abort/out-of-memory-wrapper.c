//@ sanitizer: signal
// An allocation wrapper aborts when it is asked for more than its own limit.
#include <stdlib.h>

static void *allocate(size_t size)
{
    void *block = size <= 1024 ? malloc(size) : NULL;
    if (!block)
        abort(); //~ abort
    return block;
}

int main(void)
{
    free(allocate(1024));
    free(allocate(1025));
    return 0;
}
