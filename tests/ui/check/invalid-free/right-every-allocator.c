// Blocks of calloc, realloc, aligned_alloc and strdup are all freed by free.
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *zeros = calloc(4, sizeof *zeros);
    char *grown = realloc(malloc(4), 64);
    char *aligned = aligned_alloc(64, 128);
    char *copy = strdup("twig");
    int wrong = (uintptr_t)aligned % 64 != 0;
    wrong |= zeros && zeros[3] != 0;
    wrong |= copy && strcmp(copy, "twig") != 0;
    free(copy);
    free(aligned);
    free(grown);
    free(zeros);
    return wrong;
}
