//@ args: --function last_above --max-length 3
//@ paths: 7
//@ covered: 6
// `n` is the length of `a`: nothing inside is reported, one element further is. Null is an input too.
#include <stddef.h>
int last_above(const int *a, size_t n, int limit) {
    if (!a) return -1;
    for (size_t i = 0; i < n; i++)
        if (a[i] > limit) return (int)i;
    return a[n]; //~ out-of-bounds-read
}
