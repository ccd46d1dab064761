// The library calls back with the same stack, and a comparison looks at a global that two paths left different.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static int down;
static int compare(const void *a, const void *b)
{
    int x = *(const unsigned char *)a, y = *(const unsigned char *)b;
    if (down)
        return y - x;
    return x - y;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    unsigned char fixed[3] = {2, 1, 3};
    if (in[0] > 7)
        down = 1;
    if (in[1] > 7)
        fixed[0] = 9;
    qsort(fixed, sizeof fixed, 1, compare);
    secateur_assert(fixed[0] != 1); //~ assertion-failure
    secateur_assert(fixed[0] != 9); //~ assertion-failure
    secateur_assert(fixed[0] != 3); //~ assertion-failure
    return 0;
}
