//@ space: 2 bytes; 0-3 0,9
// Cases that share what they do, one that falls through, and one that no path takes at first.
#include <secateur.h>
static unsigned char in[2];
static int kind, wide;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    switch (in[0]) {
    case 0:
    case 1:
        kind = 1;
        break;
    case 2:
        wide = 1;
        /* fall through */
    default:
        kind = 2;
    }
    if (in[1] > 7) {
        secateur_assert(kind != 2 || wide); //~ assertion-failure
        secateur_assert(!wide); //~ assertion-failure
    }
    return 0;
}
