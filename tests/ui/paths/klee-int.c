//@ space: 4 bytes; 0-255 0-15 0 0
// klee_int is a whole int: here it is narrowed by an assumption.
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    klee_assume(x >= 0);
    klee_assume(x < 4096);
    if (x * 3 == 9999)
        return 1;
    if ((x & 0x111) == 0x110)
        return x > 2000 ? 2 : 3;
    return 0;
}
