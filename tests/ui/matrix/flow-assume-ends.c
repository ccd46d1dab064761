//@ space: 3 bytes; 0,1 0,1 0,1
// A path that an assumption ends shows nothing of what it decided before: that is tried again where the assumption is not met.
#include <secateur.h>
static unsigned char in[3];
static int marked, never;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[2] == 1)
        marked = 1;
    if (in[0] != 1) {
        if (in[1] != 1)
            secateur_assume(never);
    }
    secateur_assert(!marked); //~ assertion-failure
    return 0;
}
