// A copy that was made with strlen alone has no room for the terminator, which strcpy writes behind the block.
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    char *result = malloc(strlen(text));
    if (!result)
        exit(0);
    strcpy(result, text); //~ out-of-bounds-write
    return result;
}

int main(void)
{
    char *name = copy("rose");
    int first = name[0];
    free(name);
    return first == 0;
}
