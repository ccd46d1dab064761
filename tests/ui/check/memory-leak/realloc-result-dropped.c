//@ args: --check all
//@ sanitizer: leak
// A block that realloc has moved leaks when its new address is dropped.
#include <stdlib.h>

struct buffer {
    char *data;
};

static void reserve(struct buffer *buffer, size_t size)
{
    char *data = realloc(buffer->data, size); //~ memory-leak
    if (data)
        data[size - 1] = 0;
    buffer->data = NULL;
}

int main(void)
{
    struct buffer buffer = {malloc(4)};
    reserve(&buffer, 5000);
    free(buffer.data);
    return 0;
}
