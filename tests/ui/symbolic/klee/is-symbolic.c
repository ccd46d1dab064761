//@ paths: 1
// Constants are not symbolic.
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    unsigned known = klee_is_symbolic(4), unknown = klee_is_symbolic((uintptr_t)x);
    (void)unknown;
    klee_assert(known == 0);
    return 0;
}
