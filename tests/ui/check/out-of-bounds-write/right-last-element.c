// The last element of local, global and heap arrays may be written in every width.
#include <stdint.h>
#include <stdlib.h>

static uint16_t global[3];

int main(void)
{
    uint8_t local[7];
    uint64_t *heap = malloc(3 * sizeof *heap);
    if (!heap)
        return 0;
    for (int i = 6; i >= 0; i--)
        local[i] = (uint8_t)i;
    for (int i = 0; i < 3; i++) {
        heap[i] = UINT64_MAX;
        global[i] = UINT16_MAX;
    }
    int wrong = local[6] != 6 || global[2] != UINT16_MAX || heap[2] != UINT64_MAX;
    free(heap);
    return wrong;
}
