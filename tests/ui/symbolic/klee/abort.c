//@ paths: 1
// klee_abort is an abort.
#include <klee/klee.h>
int main(void)
{
    if (klee_int("x") == 5)
        klee_abort(); //~ abort
    return 0;
}
