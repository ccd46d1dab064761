//@ space: 2 bytes; 0,122,123,255 0,3,4,7
// A decision leaves it sure that a byte is copied: what is found there depends on the decision.
#include <secateur.h>
#include <string.h>
static unsigned char in, n, to[8], from[8];
static int g, hit;
int main(void)
{
    secateur_symbolic(&in, 1, "in");
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n < 8);
    from[3] = 9;
    if (n >= 4)
        hit = 5;
    if (in > 122)
        g = 1;
    memcpy(to, from, n);
    if (to[3] == 9) {
        if (g == 1)
            secateur_assert(hit == 0); //~ assertion-failure
    } else {
        if (g == 0)
            hit = 2;
    }
    return hit;
}
