// Filling a buffer with strncpy leaves no terminator, so strlen reads behind it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = malloc(8);
    if (!name)
        return 0;
    strncpy(name, "secateurs", 8);
    size_t length = strlen(name); //~ out-of-bounds-read
    printf("%zu\n", length);
    free(name);
    return 0;
}
