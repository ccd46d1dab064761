// The result of realloc to size zero, null or not, is the only thing left to free.
#include <stdlib.h>

int main(void)
{
    char *block = malloc(10);
    if (!block)
        return 0;
    block[0] = 1;
    void *rest = realloc(block, 0);
    free(rest);
    void *fresh = realloc(NULL, 8);
    free(fresh);
    void *empty = malloc(0);
    free(empty);
    return 0;
}
