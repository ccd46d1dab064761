// Keeping an offset instead of a pointer is right when a block moves, and the old content is still there.
#include <stdlib.h>

int main(void)
{
    int *list = malloc(4 * sizeof *list);
    if (!list)
        return 0;
    for (int i = 0; i < 4; i++)
        list[i] = i;
    size_t offset = (size_t)(&list[3] - list);
    int *moved = realloc(list, 4096 * sizeof *list);
    if (!moved) {
        free(list);
        return 0;
    }
    int wrong = moved[offset] != 3;
    free(moved);
    return wrong;
}
