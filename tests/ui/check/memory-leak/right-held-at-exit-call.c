//@ args: --check all
// A block that a local variable holds while exit is called is still reachable.
#include <stdlib.h>

static void finish(const char *buffer)
{
    exit(buffer[0]);
}

int main(void)
{
    char *buffer = calloc(1, 100);
    if (!buffer)
        return 0;
    finish(buffer);
    free(buffer);
    return 1;
}
