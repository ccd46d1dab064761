// Printing a four-letter tag that has no terminator reads behind the local array.
#include <stdio.h>
#include <string.h>

struct chunk {
    char tag[4];
};

static void show(const struct chunk *chunk)
{
    printf("tag %s\n", chunk->tag); //~ out-of-bounds-read
}

int main(void)
{
    struct chunk chunk;
    memcpy(chunk.tag, "IHDR", 4);
    show(&chunk);
    return 0;
}
