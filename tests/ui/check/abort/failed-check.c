//@ sanitizer: signal
// A consistency check that the program wrote itself fails and aborts.
#include <stdio.h>
#include <stdlib.h>

static void check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "check failed: %s\n", what);
        abort(); //~ abort
    }
}

int main(void)
{
    int total = 0;
    for (int i = 1; i <= 4; i++)
        total += i;
    check(total > 0, "the total is positive");
    check(total == 11, "the total is eleven");
    return 0;
}
