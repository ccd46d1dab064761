//@ sanitizer: signal
// An assertion in a comparison function fails while qsort runs.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const int a = *(const int *)left, b = *(const int *)right;
    assert(a != b); //~ assertion-failure
    return a < b ? -1 : 1;
}

int main(void)
{
    int list[2] = {5, 5};
    qsort(list, 2, sizeof list[0], compare);
    return 0;
}
