//@ exit: 3
// A program that gives up with exit and a status has not aborted.
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(3);
}

int main(void)
{
    if (strtol("42x", NULL, 10) == 42)
        fail("trailing characters");
    abort();
}
