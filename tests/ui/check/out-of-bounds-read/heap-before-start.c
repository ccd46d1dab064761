// Trimming an empty string from its end reads the byte before its heap block.
#include <stdlib.h>
#include <string.h>

static void trim(char *text)
{
    char *last = text + strlen(text);
    while (*--last == ' ') //~ out-of-bounds-read
        *last = '\0';
}

int main(void)
{
    char *text = malloc(1);
    if (!text)
        return 0;
    text[0] = '\0';
    trim(text);
    free(text);
    return 0;
}
