// A pointer that moved through its block and came back to the start can be freed.
#include <stdlib.h>

int main(void)
{
    char *block = malloc(10);
    if (!block)
        return 0;
    char *p = block;
    for (int i = 0; i < 10; i++)
        *p++ = (char)i;
    while (*--p != 0) {
    }
    free(p);
    return 0;
}
