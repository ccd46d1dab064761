//@ space: 2 bytes; 0,9 0,9
// A block is freed by one byte and used by another.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *block = calloc(4, 1);
    if (in[0] > 7)
        free(block);
    if (in[1] > 7)
        return block[1]; //~ use-after-free
    return 0;
}
