//@ space: 6 bytes; 0,1 0,1 0,1 0,1 0,1 0,1
// Where a block begins that is set or copied, and how long it is, decides together whether that is right.
#include <secateur.h>
#include <string.h>
static unsigned char in[6];
static char to[3], from[2];
int main(void)
{
    int offset = 0, length = 1, first = 0, count = 1, left = 0, size = 1;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        offset = 2;
    if (in[1] == 1)
        length = 2;
    memset(to + offset, 0, length); //~ out-of-bounds-write
    if (in[2] == 1)
        first = 1;
    if (in[3] == 1)
        count = 2;
    memcpy(to, from + first, count); //~ out-of-bounds-read
    if (in[4] == 1)
        left = 2;
    if (in[5] == 1)
        size = 2;
    memmove(to + left, from, size); //~ out-of-bounds-write
    return 0;
}
