//@ space: 3 bytes; 0,1 0,5 0,1
// An error at which a path leaves another shows nothing of what was decided before it, which the other path shows.
#include <secateur.h>
static unsigned char in[3];
static int table[4], seen;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        seen = 1;
    table[in[1] & 7] = 1; //~ out-of-bounds-write
    if (in[2] == 1)
        secateur_assert(!seen); //~ assertion-failure
    return 0;
}
