//@ space: 3 bytes; 0,1 0,2 0,3
// A block that one branch makes is set by another and read behind a third: a path that only reads it is followed again once it shows what
// the second one sets, since reads of such blocks are noted.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3], *block;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1) {
        block = malloc(8);
        if (!block)
            return 1;
        block[3] = 0;
    }
    if (in[1] == 2) {
        if (block)
            block[3] = 5;
    }
    if (in[2] == 3) {
        if (block)
            secateur_assert(block[3] != 5); //~ assertion-failure
    }
    free(block);
    return 0;
}
