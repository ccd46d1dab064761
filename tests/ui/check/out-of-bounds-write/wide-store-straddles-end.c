// An eight-byte store at the last multiple of eight of a twelve-byte block straddles its end.
#include <stdint.h>
#include <stdlib.h>

static void clear(void *block, size_t size)
{
    uint64_t *word = block;
    for (size_t done = 0; done < size; done += sizeof *word)
        *word++ = 0; //~ out-of-bounds-write
}

int main(void)
{
    void *block = malloc(12);
    if (!block)
        return 0;
    clear(block, 12);
    free(block);
    return 0;
}
