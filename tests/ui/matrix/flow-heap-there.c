//@ space: 2 bytes; 0,9 0,9
// A block is allocated where one byte decides so, and looked for where another does.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    char *block = 0;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        block = malloc(4);
    if (in[1] > 7)
        secateur_assert(!block); //~ assertion-failure
    free(block);
    return 0;
}
