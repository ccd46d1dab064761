//@ args: --check all
// A handler that runs at exit frees what main has left.
#include <stdlib.h>

static void **slots;

static void clean_up(void)
{
    for (int i = 0; i < 4; i++)
        free(slots[i]);
    free(slots);
    slots = NULL;
}

int main(void)
{
    slots = calloc(4, sizeof *slots);
    if (!slots || atexit(clean_up) != 0)
        return 0;
    for (int i = 0; i < 4; i++)
        slots[i] = malloc(8);
    return 0;
}
