//@ args: --sym-stdin 3
// How long the input is decides as a byte does: only where it is short are two others looked at together.
#include <secateur.h>
#include <stdio.h>
static int flag;
int main(void)
{
    int a = getchar(), b = getchar(), c = getchar();
    if (a == 'x')
        flag = 1;
    if (c == EOF)
        if (b == 'y')
            secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
