//@ space: 2 bytes; 0,9 0,9
// How large an array is has been decided by one byte, where it is written by another.
#include <secateur.h>
static unsigned char in[2];
static int at;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int size = 8;
    if (in[0] > 7)
        size = 2;
    if (in[1] > 7)
        at = 3;
    volatile int table[size];
    table[at] = 1; //~ out-of-bounds-write
    return 0;
}
