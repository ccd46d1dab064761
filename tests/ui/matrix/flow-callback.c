//@ space: 3 bytes; 0,9 0,9 0,9
// The library calls back: the order that it puts things into follows a flag that a byte decides.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static int reverse, values[3] = {2, 1, 3};
static int compare(const void *a, const void *b)
{
    int order = *(const int *)a - *(const int *)b;
    return reverse ? -order : order;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        reverse = 1;
    if (in[1] > 7)
        qsort(values, 3, sizeof *values, compare);
    if (in[2] > 7)
        secateur_assert(values[0] != 3); //~ assertion-failure
    return 0;
}
