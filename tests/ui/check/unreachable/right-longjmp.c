// A function that never returns may leave by longjmp.
#include <setjmp.h>

static jmp_buf retry;
static volatile int tries;

_Noreturn static void again(void)
{
    longjmp(retry, 1);
}

int main(void)
{
    if (setjmp(retry) == 0)
        tries = 1;
    else
        tries++;
    if (tries < 4)
        again();
    return tries != 4;
}
