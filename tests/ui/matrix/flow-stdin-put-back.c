//@ args: --sym-stdin 3
//@ space: 3 bytes; 0,120 0,121 0,122
// A character is put back into the stream, in the place of one that was read.
#include <secateur.h>
#include <stdio.h>
int main(void)
{
    int a = getchar(), b = getchar(), c = getchar();
    if (a == 'x')
        ungetc('u', stdin);
    if (c == 'z')
        if (getchar() == 'u')
            secateur_assert(b != 'y'); //~ assertion-failure
    return 0;
}
