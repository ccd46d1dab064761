//@ paths: 5
// Every way of KLEE's to make an input.
#include <klee/klee.h>
int main(void)
{
    char c;
    klee_make_symbolic(&c, sizeof c, "c");
    int x = klee_int("x"), r = klee_range(10, 20, "r");
    uintptr_t n = klee_choose(4);
    klee_assert(r >= 10 && r < 20 && n < 4);
    if (c == 'a')
        return 1;
    if (x == 99)
        return 2;
    if (r == 19)
        return 3;
    if (n == 3)
        return 4;
    return 0;
}
