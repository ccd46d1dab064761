// The old address of a block that realloc has moved must not be used.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *list = malloc(2 * sizeof *list);
    if (!list)
        return 0;
    int *first = &list[0];
    list[0] = 1;
    list[1] = 2;
    list = realloc(list, 4096 * sizeof *list);
    if (!list)
        return 0;
    list[0] = 5;
    printf("%d\n", *first); //~ use-after-free
    free(list);
    return 0;
}
