//@ sanitizer: signal
// A loop invariant that holds at first fails when the list is not sorted.
#include <assert.h>

int main(void)
{
    const int list[5] = {1, 3, 4, 2, 9};
    for (int i = 1; i < 5; i++) {
        assert(list[i - 1] <= list[i]); //~ assertion-failure
    }
    return 0;
}
