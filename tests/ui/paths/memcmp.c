//@ space: 2 bytes; 0-255 0-15
// Comparing and filling blocks of memory.
#include <secateur.h>
#include <string.h>
int main(void)
{
    unsigned char in[2], other[2];
    secateur_symbolic(in, 2, "in");
    secateur_assume(in[1] < 16);
    memset(other, 9, sizeof other);
    int order = memcmp(in, other, 2);
    if (order == 0)
        return 1;
    if (order < 0 && in[0] == 9)
        return 2;
    memset(other, in[1], 1);
    return memcmp(other, "\x05\x09", 2) == 0 ? 3 : 4;
}
