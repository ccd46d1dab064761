// A buffer that grows when it is over-full instead of full is written behind its end.
#include <stdlib.h>

struct buffer {
    char *data;
    size_t length, capacity;
};

static void append(struct buffer *buffer, char c)
{
    if (buffer->length > buffer->capacity) {
        char *data = realloc(buffer->data, buffer->capacity * 2);
        if (!data)
            exit(0);
        buffer->data = data;
        buffer->capacity *= 2;
    }
    buffer->data[buffer->length++] = c; //~ out-of-bounds-write
}

int main(void)
{
    struct buffer buffer = {malloc(2), 0, 2};
    if (!buffer.data)
        return 0;
    buffer.data = realloc(buffer.data, 4);
    if (!buffer.data)
        return 0;
    buffer.capacity = 4;
    for (int i = 0; i < 6; i++)
        append(&buffer, 'a');
    free(buffer.data);
    return 0;
}
