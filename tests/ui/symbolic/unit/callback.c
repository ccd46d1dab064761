//@ args: --function search --non-null --max-length 3
//@ status: limit
//@ losses: 1
//@ covered: 6
// A pointer to a function is a stub that returns anything, which is a loss.
#include <stddef.h>
int search(const int *a, size_t n, int key, int (*cmp)(int, int)) {
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        int c = cmp(key, a[mid]);
        if (c == 0) return (int)mid;
        if (c < 0) hi = mid;
        else lo = mid + 1;
    }
    return -1;
}
