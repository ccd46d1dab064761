// A callee two calls deep trusts a length that its first caller got wrong.
#include <stdlib.h>

static void fill(unsigned char *from, const unsigned char *to, unsigned char value)
{
    while (from < to)
        *from++ = value; //~ out-of-bounds-write
}

static void fill_rows(unsigned char *image, int width, int height)
{
    for (int y = 0; y < height; y++)
        fill(image + y * width, image + (y + 1) * width, (unsigned char)y);
}

int main(void)
{
    unsigned char *image = malloc(5 * 3);
    if (!image)
        return 0;
    fill_rows(image, 4, 4);
    free(image);
    return 0;
}
