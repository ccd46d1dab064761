//@ args: --check all
// Memory of calloc, of memset, of static objects and of partly given initialisers is set.
#include <stdlib.h>
#include <string.h>

static int global[8];

int main(void)
{
    int partial[8] = {1};
    int cleared[8];
    int *heap = calloc(8, sizeof *heap);
    if (!heap)
        return 0;
    memset(cleared, 0, sizeof cleared);
    int wrong = 0;
    for (int i = 1; i < 8; i++)
        if (partial[i] || cleared[i] || heap[i] || global[i])
            wrong = 1;
    free(heap);
    return wrong;
}
