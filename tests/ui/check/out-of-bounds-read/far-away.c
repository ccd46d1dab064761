//@ sanitizer: signal
// An index that leads gigabytes away, to where freed blocks lie in the machine, is still a read outside of its own block.
#include <stdlib.h>

static int element(const int *block, int i)
{
    return block[i]; //~ out-of-bounds-read
}

int main(void)
{
    for (int k = 0; k < 5; k++)
        free(malloc(16));
    int *a = calloc(4, sizeof *a);
    int r = element(a, -2000000000);
    free(a);
    return r;
}
