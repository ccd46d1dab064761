// A function that is declared never to return does, and its caller goes on where no code is.
#include <stdlib.h>

static volatile int verbose = 0;

_Noreturn static void fail(int status)
{
    if (verbose)
        exit(status);
}

int main(void)
{
    fail(2); //~ unreachable
}
