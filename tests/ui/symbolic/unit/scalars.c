//@ args: --function clamp
//@ paths: 3
//@ covered: 6
// The parameters of a function are its input; its file's own `main` does not matter.
#include <assert.h>
static int clamp(int x, int lo, int hi) {
    assert(lo <= hi); //~ assertion-failure
    if (x < lo) return lo;
    if (x > hi) return hi;
    return x;
}
int main(void) { return clamp(1, 2, 3); }
