//@ space: 2 bytes; 0,3 0,9
// A pointer is chosen by one byte and written through; what it may have led to is read where another byte decides so.
#include <secateur.h>
static unsigned char in[2];
static int x, y;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *to;
    if (in[0] == 3)
        to = &x;
    else
        to = &y;
    *to = 1;
    if (in[1] > 7)
        secateur_assert(x == 0); //~ assertion-failure
    return 0;
}
