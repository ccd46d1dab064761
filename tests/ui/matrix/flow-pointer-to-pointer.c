//@ space: 3 bytes; 0,9 0,9 0,9
// One byte says which pointer is changed, another that one of them is written through, a third that what it led to is read.
#include <secateur.h>
static unsigned char in[3];
static int x, y, z, *one = &x, *two = &y;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int **which = &one;
    if (in[0] > 7)
        which = &two;
    *which = &z;
    if (in[1] > 7)
        *two = 1;
    if (in[2] > 7)
        secateur_assert(z == 0); //~ assertion-failure
    return 0;
}
