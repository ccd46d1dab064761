//@ args: --check all
// A pointer into the middle of a block keeps the block reachable.
#include <stdlib.h>

static char *cursor;

static void open_text(void)
{
    char *text = calloc(1, 32);
    if (text)
        cursor = text + 16;
}

int main(void)
{
    open_text();
    return cursor != NULL && *cursor != 0;
}
