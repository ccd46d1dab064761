//@ space: 4 bytes; 0,1 0,1 0,1 0,1
// Whether the guard is passed was decided before it, and something else in between: not every way to pass comes with all that is behind.
#include <secateur.h>
static unsigned char in[4];
static int spare, wanted, kept, changed, *place = &spare;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        place = &wanted;
    if (in[1] & 1)
        kept = 1;
    *place = 3;
    if (in[2] < in[3]) {
        if (wanted != 3)
            return 1;
        if (kept == 1)
            changed = 1;
    }
    secateur_assert(changed != 1); //~ assertion-failure
    return 0;
}
