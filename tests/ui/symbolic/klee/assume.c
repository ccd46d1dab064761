//@ paths: 2
// klee_assume with &, as KLEE's users write it.
#include <klee/klee.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume((x > 4) & (x < 9));
    klee_assert(x != 4 && x != 9);
    if (x == 8)
        return 1;
    return 0;
}
