// After realloc has made a block smaller, its old length must not be used.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t length = 8;
    short *list = calloc(length, sizeof *list);
    if (!list)
        return 0;
    short *smaller = realloc(list, 5 * sizeof *list);
    if (!smaller) {
        free(list);
        return 0;
    }
    int sum = smaller[4];
    for (size_t i = length; i-- > 5;)
        sum += smaller[i - 2] + smaller[i]; //~ out-of-bounds-read
    printf("%d\n", sum);
    free(smaller);
    return 0;
}
