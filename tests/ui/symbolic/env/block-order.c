//@ args: --sym-stdin 1
//@ paths: 3
// Which of two blocks lies first, and how much room a block has, is the same natively: programs may ask, although C leaves it open.
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int behind = 0, exact = 0;
    char *last = malloc(24);
    for (int i = 0; i < 100; i++) {
        char *next = malloc(24 + i % 7);
        if (next > last)
            behind++;
        if (malloc_usable_size(next) == 24u + i % 7)
            exact++;
        free(last);
        last = realloc(next, 32 + 100 * i);
        memset(last, 'x', 32 + 100 * i);
        if ((uintptr_t)last > (uintptr_t)next)
            behind++;
    }
    char *zeros = calloc(300, 300);
    for (int i = 0; i < 90000; i++)
        if (zeros[i])
            return 2;
    free(zeros);
    if ((uintptr_t)aligned_alloc(4096, 8192) & 4095 || malloc((size_t)-100))
        return 3;
    if (aligned_alloc(0, 8) || aligned_alloc(24, 8))
        return 4;
    return getchar() == 'x' ? behind + exact != 300 : 0;
}
