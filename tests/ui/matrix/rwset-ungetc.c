//@ args: --sym-stdin 2
// A character that was put back comes before the rest.
#include <secateur.h>
#include <stdio.h>
static volatile int sink;
int main(void)
{
    int c = getchar();
    if (c == 'x')
        ungetc('y', stdin);
    else if (c == EOF)
        return 1;
    sink = c = 0;
    c = getchar();
    secateur_assert(c != 'y'); //~ assertion-failure
    secateur_assert(c != 'z'); //~ assertion-failure
    secateur_assert(c != EOF); //~ assertion-failure
    return 0;
}
