// A table that holds the same block under two keys frees it twice in the loop that empties it.
#include <stdlib.h>

static void *table[4];

static void empty(void)
{
    for (int i = 0; i < 4; i++) {
        free(table[i]); //~ double-free
        table[i] = NULL;
    }
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        table[i] = malloc(16);
    table[3] = table[1];
    empty();
    return 0;
}
