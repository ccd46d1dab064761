// The cursor that filled a block stands one past its end, and is freed instead of the block.
#include <stdlib.h>

int main(void)
{
    int *list = malloc(8 * sizeof *list);
    if (!list)
        return 0;
    int *cursor = list;
    for (int i = 0; i < 8; i++)
        *cursor++ = i;
    free(cursor); //~ invalid-free
    return 0;
}
