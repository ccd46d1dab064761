//@ at-least: 1
// One value that the expression can have: it is fixed only where it is used.
#include <klee/klee.h>
int main(void)
{
    int x = klee_range(3, 9, "x");
    int one = klee_get_value_i32(x);
    long other = klee_get_valuel(x + 1);
    klee_assert(one >= 3 && one < 9);
    klee_assert(other >= 4 && other < 10);
    return 0;
}
