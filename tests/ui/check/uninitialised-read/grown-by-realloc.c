//@ args: --check all
//@ sanitizer: memory
// What realloc adds to a block was never set, other than what calloc gave at first.
#include <stdlib.h>

int main(void)
{
    int *list = calloc(2, sizeof *list);
    if (!list)
        return 0;
    int *grown = realloc(list, 4 * sizeof *grown);
    if (!grown) {
        free(list);
        return 0;
    }
    int zeros = 0;
    for (int i = 0; i < 4; i++)
        if (grown[i] == 0) //~ uninitialised-read
            zeros++;
    free(grown);
    return zeros == 9;
}
