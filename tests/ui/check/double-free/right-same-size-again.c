// A block that is allocated after a free of the same size may get the old address, and must be freed again.
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 20; i++) {
        char *first = malloc(40);
        free(first);
        char *second = malloc(40);
        if (second)
            second[39] = 1;
        free(second);
    }
    return 0;
}
