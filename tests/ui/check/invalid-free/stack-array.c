// A small buffer that stays on the stack is freed as if it had been allocated.
#include <stdlib.h>
#include <string.h>

static volatile size_t needed = 10;

static void dispose(char *buffer)
{
    free(buffer); //~ invalid-free
}

int main(void)
{
    char small[32];
    char *buffer = needed > sizeof small ? malloc(needed) : small;
    if (!buffer)
        return 0;
    memset(buffer, 0, needed);
    dispose(buffer);
    return 0;
}
