//@ space: 8 bytes; 0,100 0,100 0,100 0,100 0,100 0,100 0,6 0,1
// A branch that goes one way forty times on every path, and the other way once, on paths where all six are large. What it sets
// there matters only to paths that came by when it still went one way.
#include <secateur.h>
static int hit;
static void set(int value, ...)
{
    hit = value;
}
int main(void)
{
    unsigned char m[8];
    int large = 0, early = 0;
    secateur_symbolic(m, sizeof m, "m");
    for (int i = 0; i < 6; i++)
        if (m[i] > 99)
            large++;
    if (m[7] == 0)
        early = 1;
    for (int k = 0; k < 40; k++)
        if (large * 40 + k > 278)
            set(1, k);
    if (early)
        return 0;
    if (m[6] > 5)
        secateur_assert(hit == 0); //~ assertion-failure
    return 0;
}
