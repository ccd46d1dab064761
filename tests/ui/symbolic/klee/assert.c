//@ paths: 1
// klee_assert is an assertion.
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    klee_assert(x != -1); //~ assertion-failure
    return 0;
}
