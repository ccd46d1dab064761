// A pointer that was moved while parsing no longer points to its block's start, so it cannot be freed.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = malloc(16);
    if (!line)
        return 0;
    strcpy(line, "  key=value");
    while (*line == ' ')
        line++;
    int key = *line;
    free(line); //~ invalid-free
    return key == 0;
}
