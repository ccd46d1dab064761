//@ space: 4 bytes; 0,1 0,1 0,1 0,1
// An assumption is met only where two bytes that have nothing else to do with each other are set.
#include <secateur.h>
static unsigned char in[4];
static int one, other, marked;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        one = 1;
    if (in[1] == 1)
        other = 1;
    if (in[2] == 1)
        marked = 1;
    secateur_assume(one && other);
    if (in[3] == 1)
        secateur_assert(!marked); //~ assertion-failure
    return 0;
}
