//@ space: 2 bytes; 0,122,123,255 0,1,2,3
// A decision leaves one position to a write: what is found there, and elsewhere, depends on the decision.
#include <secateur.h>
static unsigned char in, d, at[4], box[2];
static int g, hit;
int main(void)
{
    secateur_symbolic(&in, 1, "in");
    secateur_symbolic(&d, 1, "d");
    at[1] = 1;
    d = at[d & 3];
    if (d == 1)
        hit = 5;
    if (in > 122)
        g = 1;
    box[d & 1] = 9;
    if (box[1] == 9) {
        if (g == 1)
            secateur_assert(hit == 0); //~ assertion-failure
    }
    if (box[0] == 9) {
        if (g == 0)
            hit = 2;
    }
    return hit;
}
