//@ space: 2 bytes; 0,9 0,9
// One byte makes a block smaller, another uses its end.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *block = calloc(8, 1);
    if (in[0] > 7)
        block = realloc(block, 4);
    if (in[1] > 7)
        block[6] = 1; //~ out-of-bounds-write
    free(block);
    return 0;
}
