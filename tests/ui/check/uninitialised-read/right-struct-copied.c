//@ args: --check all
// Copying unset members and padding, by assignment or memcpy, is right as long as nothing depends on them.
#include <stdlib.h>
#include <string.h>

struct record {
    char tag;
    int value;
    int unused[4];
};

int main(void)
{
    struct record record;
    record.tag = 'r';
    record.value = 5;
    struct record copy = record;
    struct record *heap = malloc(sizeof *heap);
    if (!heap)
        return 0;
    memcpy(heap, &copy, sizeof *heap);
    struct record back = *heap;
    free(heap);
    return back.tag != 'r' || back.value != 5;
}
