// A block that realloc has moved was freed by realloc, so freeing its old address frees it twice.
#include <stdlib.h>

int main(void)
{
    char *old = malloc(4);
    if (!old)
        return 0;
    char *grown = realloc(old, 100000);
    if (!grown) {
        free(old);
        return 0;
    }
    grown[99999] = 1;
    free(old); //~ double-free
    free(grown);
    return 0;
}
