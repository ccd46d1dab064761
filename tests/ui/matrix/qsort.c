// The comparator decides while the library sorts, and main decides on the order afterwards.
#include <secateur.h>
#include <stdlib.h>
static int calls;
static int compare(const void *a, const void *b)
{
    int x = *(const unsigned char *)a, y = *(const unsigned char *)b;
    calls++;
    if (x < y)
        return -1;
    if (x > y)
        return 1;
    return 0;
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    qsort(in, 3, 1, compare);
    if (in[0] == in[2])
        return 1;
    if (in[1] - in[0] == in[2] - in[1])
        return 2;
    return calls > 2 ? 3 : 0;
}
