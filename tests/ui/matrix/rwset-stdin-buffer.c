//@ args: --sym-stdin 3
// How far the library is in its buffer of standard input is the only difference.
#include <secateur.h>
#include <stdio.h>
static volatile int sink;
int main(void)
{
    int c = getchar();
    if (c == 'x')
        c = getchar();
    sink = c = 0;
    c = getchar();
    if (c == EOF)
        return 1;
    secateur_assert(c != 'a'); //~ assertion-failure
    c = getchar();
    if (c == EOF)
        secateur_assert(sink != 0); //~ assertion-failure
    else
        secateur_assert(c != 'b'); //~ assertion-failure
    return 0;
}
