//@ exit: 4
// Handlers at exit run in reverse order, and the later one keeps the earlier one from aborting.
#include <stdlib.h>

static int open_jobs = 1;

static void verify(void)
{
    if (open_jobs != 0)
        abort();
}

static void close_jobs(void)
{
    open_jobs = 0;
}

int main(void)
{
    if (atexit(verify) != 0 || atexit(close_jobs) != 0)
        return 4;
    exit(4);
}
