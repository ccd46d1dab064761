//@ args: --check all
// A block that changes hands through a struct that is returned by value is freed by its last owner.
#include <stdlib.h>

struct buffer {
    char *data;
    size_t size;
};

static struct buffer make(size_t size)
{
    struct buffer buffer = {malloc(size), size};
    return buffer;
}

static void swap(struct buffer *a, struct buffer *b)
{
    struct buffer saved = *a;
    *a = *b;
    *b = saved;
}

int main(void)
{
    struct buffer a = make(8), b = make(16);
    swap(&a, &b);
    int wrong = a.size != 16 || b.size != 8;
    free(a.data);
    free(b.data);
    return wrong;
}
