//@ paths: 1
//@ tests: 1
// A silent exit is no test.
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    if (x > 0)
        klee_silent_exit(0);
    return 0;
}
