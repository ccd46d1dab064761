//@ sanitizer: signal
// A handler that runs at exit finds an unfinished job and aborts.
#include <stdlib.h>

static int open_jobs;

static void at_exit(void)
{
    if (open_jobs != 0)
        abort(); //~ abort
}

int main(void)
{
    if (atexit(at_exit) != 0)
        return 0;
    open_jobs++;
    return 0;
}
