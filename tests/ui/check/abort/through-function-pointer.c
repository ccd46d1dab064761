//@ sanitizer: signal
// An error hook that is set to abort itself is called through a pointer.
#include <stdlib.h>

static void (*on_error)(void) = abort;

static int parse_digit(char c)
{
    if (c < '0' || c > '9')
        on_error(); //~ abort
    return c - '0';
}

int main(void)
{
    int value = 0;
    for (const char *p = "12x4"; *p; p++)
        value = value * 10 + parse_digit(*p);
    return value == 0;
}
