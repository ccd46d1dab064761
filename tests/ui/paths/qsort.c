//@ space: 3 bytes; 0-9 0-9 0-9
// qsort with a comparison of the program's own.
#include <secateur.h>
#include <stdlib.h>
static int by_value(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}
int main(void)
{
    unsigned char v[3];
    secateur_symbolic(v, 3, "v");
    secateur_assume(v[0] < 10 && v[1] < 10 && v[2] < 10);
    qsort(v, 3, 1, by_value);
    if (v[0] > v[1] || v[1] > v[2])
        return 1; // impossible
    return v[1] == 7 ? 2 : 0;
}
