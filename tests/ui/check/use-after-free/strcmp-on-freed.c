// A library function that is given a freed string reads freed memory.
#include <stdlib.h>
#include <string.h>

static int is_end(const char *word)
{
    return strcmp(word, "end") == 0; //~ use-after-free
}

int main(void)
{
    char *word = malloc(4);
    if (!word)
        return 0;
    memcpy(word, "end", 4);
    int first = is_end(word);
    free(word);
    return first + is_end(word) == 0;
}
