// A list of words frees its members, of which one is a string literal.
#include <stdlib.h>
#include <string.h>

static void *words[2];

int main(void)
{
    char *copy = malloc(6);
    if (!copy)
        return 0;
    memcpy(copy, "prune", 6);
    words[0] = copy;
    words[1] = (void *)"graft";
    for (int i = 0; i < 2; i++)
        free(words[i]); //~ invalid-free
    return 0;
}
