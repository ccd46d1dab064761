// A new block may get the address of a freed one, and must be usable in full.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < 50; i++) {
        char *block = malloc(24);
        if (!block)
            return 0;
        memset(block, i, 24);
        wrong |= block[0] != i || block[23] != i;
        free(block);
    }
    return wrong;
}
