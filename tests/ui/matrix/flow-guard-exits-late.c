//@ space: 3 bytes; 0,9 0,9 0,9
// The same with exit: the program ends, on the first path, for what was decided before the write that matters behind it.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static int is_closed, one, two;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 0)
        is_closed = 1;
    if (in[1] > 7)
        one = 1;
    if (in[2] > 7)
        two = 1;
    if (is_closed)
        exit(1);
    secateur_assert(!one || !two); //~ assertion-failure
    return 0;
}
