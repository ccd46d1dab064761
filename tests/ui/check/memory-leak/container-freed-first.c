//@ args: --check all
//@ sanitizer: leak
// Freeing a struct without its member leaks what the member pointed at.
#include <stdlib.h>

struct image {
    int width;
    unsigned char *pixels;
};

static struct image *make(int width)
{
    struct image *image = malloc(sizeof *image);
    if (!image)
        exit(0);
    image->width = width;
    image->pixels = calloc(1, (size_t)width); //~ memory-leak
    return image;
}

static int use(void)
{
    struct image *image = make(48);
    int width = image->width;
    free(image);
    return width;
}

int main(void)
{
    return use() != 48;
}
