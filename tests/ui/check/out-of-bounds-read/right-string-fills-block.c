// String functions on a string whose terminator is the block's last byte stay inside, whatever width they work in.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int wrong = 0;
    for (size_t size = 1; size <= 17; size++) {
        char *text = malloc(size);
        if (!text)
            return 0;
        memset(text, 'x', size - 1);
        text[size - 1] = '\0';
        wrong |= strlen(text) != size - 1;
        wrong |= strchr(text, 'y') != NULL;
        wrong |= memchr(text, 'y', size) != NULL;
        wrong |= strcmp(text, text) != 0;
        free(text);
    }
    return wrong;
}
