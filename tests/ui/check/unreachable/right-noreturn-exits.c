//@ exit: 6
// What stands behind the call of a function that never returns is not reached.
#include <stdlib.h>

_Noreturn static void finish(int status)
{
    exit(status);
}

static int step(int value)
{
    if (value > 5)
        finish(value);
    return value + 1;
}

int main(void)
{
    int value = 0;
    for (;;)
        value = step(value);
}
