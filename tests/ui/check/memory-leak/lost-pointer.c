//@ args: --check all
//@ sanitizer: leak
// A function that returns early on an error forgets the block that it has allocated.
#include <stdlib.h>
#include <string.h>

static volatile int limit = 8;

static int measure(const char *text)
{
    char *copy = malloc(strlen(text) + 1); //~ memory-leak
    if (!copy)
        return 0;
    strcpy(copy, text);
    int length = (int)strlen(copy);
    if (length > limit)
        return -1;
    free(copy);
    return length;
}

int main(void)
{
    int sum = measure("rose");
    sum += measure("wisteria vine");
    return sum == 100;
}
