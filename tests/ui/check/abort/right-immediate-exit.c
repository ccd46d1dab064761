//@ exit: 5
// _Exit ends the program at once, so a handler that would abort does not run.
#include <stdlib.h>

int main(void)
{
    if (atexit(abort) != 0)
        return 5;
    _Exit(5);
}
