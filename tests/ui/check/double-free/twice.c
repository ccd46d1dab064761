// Freeing a block on the error path and again in the common clean-up frees it twice.
#include <stdlib.h>

static volatile int fails = 1;

static int process(void)
{
    char *buffer = malloc(32);
    int status = 0;
    if (!buffer)
        return -1;
    if (fails) {
        free(buffer);
        status = 1;
    }
    free(buffer); //~ double-free
    return status;
}

int main(void)
{
    process();
    return 0;
}
