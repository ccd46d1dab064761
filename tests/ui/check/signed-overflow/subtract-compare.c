//@ args: --check all
// A comparison function that subtracts overflows for operands far apart.
#include <limits.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right; //~ signed-overflow
}

int main(void)
{
    int list[2] = {INT_MIN, 1};
    qsort(list, 2, sizeof list[0], compare);
    return 0;
}
