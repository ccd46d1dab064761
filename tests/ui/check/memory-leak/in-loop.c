//@ args: --check all
//@ sanitizer: leak
// A loop frees only the last of the blocks that it allocates.
#include <stdlib.h>

static int total(int count)
{
    int *cell = NULL;
    int sum = 0;
    for (int i = 0; i < count; i++) {
        cell = malloc(sizeof *cell); //~ memory-leak
        if (!cell)
            return 0;
        *cell = i;
        sum += *cell;
    }
    free(cell);
    return sum;
}

int main(void)
{
    return total(10) == 100;
}
