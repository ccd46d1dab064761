//@ space: 2 bytes; 0,1 0,1
// Whether a block is there one byte decides, and whether a pointer leads to it another.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    char *block = calloc(1, 1), *other = calloc(1, 1), *p = other;
    secateur_symbolic(in, sizeof in, "in");
    if (!block || !other)
        return 1;
    if (in[0] == 1)
        free(block);
    if (in[1] == 1)
        p = block;
    return *p; //~ use-after-free
}
