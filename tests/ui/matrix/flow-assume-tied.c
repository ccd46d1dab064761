//@ space: 4 bytes; 0,70 0,70 0,1 0,60
// What an assumption leaves of two bytes others have decided about: where it leaves nothing, what was decided before shows nothing.
#include <secateur.h>
static unsigned char in[4];
static int marked;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] < in[3])
        return 1;
    if (in[2] == 1)
        marked = 1;
    if (in[0] > 49)
        in[1] = 70;
    secateur_assume(in[3] > 55);
    secateur_assert(!marked); //~ assertion-failure
    return in[1];
}
