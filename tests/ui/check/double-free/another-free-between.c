// A block is freed twice with the free of another block of the same size between them.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(sizeof *a);
    int *b = malloc(sizeof *b);
    if (!a || !b)
        return 0;
    *a = *b = 1;
    int *alias = a;
    free(a);
    free(b);
    free(alias); //~ double-free
    return 0;
}
