// Growing an array that began as a local variable hands realloc a pointer that it never gave out.
#include <stdlib.h>

static int *grow(int *list, size_t length)
{
    return realloc(list, length * sizeof *list); //~ invalid-free
}

int main(void)
{
    int first[4] = {1, 2, 3, 4};
    int *list = first;
    list = grow(list, 8);
    return list == NULL;
}
