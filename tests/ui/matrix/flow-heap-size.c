//@ space: 2 bytes; 0,9 0,9
// How large a block is has been decided by one byte, where it is written by another.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    size_t size = 8, at = 0;
    if (in[0] > 7)
        size = 4;
    char *block = calloc(size, 1);
    if (in[1] > 7)
        at = 5;
    block[at] = 1; //~ out-of-bounds-write
    free(block);
    return 0;
}
