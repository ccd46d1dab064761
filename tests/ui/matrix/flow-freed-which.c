//@ space: 3 bytes; 0,1 0,1 0,1
// Which block is freed, and which is read, is decided by bytes that no condition has together.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
int main(void)
{
    char *blocks[3] = { calloc(1, 1), calloc(1, 1), calloc(1, 1) };
    int freed = 0, which = 2;
    secateur_symbolic(in, sizeof in, "in");
    if (!blocks[0] || !blocks[1] || !blocks[2])
        return 1;
    if (in[0] == 1)
        freed = 1;
    if (in[1] == 1)
        which = 1;
    free(blocks[freed]);
    if (in[2] == 1)
        return *blocks[which]; //~ use-after-free
    blocks[which][0] = 1; //~ use-after-free
    return 0;
}
