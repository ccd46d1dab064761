//@ space: 3 bytes; 0,1 0,1 0,5
// The way that passes the check ends the program before it comes there, unless a byte that was decided about before everything else is set.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static int goes_on, marked;
static int look(void)
{
    if (in[1] == 1) {
        if (!goes_on)
            exit(3);
        return 1;
    }
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        goes_on = 1;
    if (in[2] == 5)
        marked = 1;
    if (!look())
        return 1;
    secateur_assert(!marked); //~ assertion-failure
    return 0;
}
