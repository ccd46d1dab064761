//@ args: --sym-stdin 4
//@ space: 4 bytes; 0,120 0,121 0,121 0,122
// Whether a character is skipped decides which ones the next two conditions are about.
#include <secateur.h>
#include <stdio.h>
static int skipped;
int main(void)
{
    if (getchar() == 'x') {
        getchar();
        skipped = 1;
    }
    int c = getchar();
    if (c != 'y')
        return 1;
    if (getchar() == 'z')
        secateur_assert(!skipped); //~ assertion-failure
    return 0;
}
