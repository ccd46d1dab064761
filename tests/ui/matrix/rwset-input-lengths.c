//@ args: --sym-stdin 3
// Inputs of several lengths: the paths of one begin as those of another, and end elsewhere.
#include <secateur.h>
#include <stdio.h>
static volatile int sink;
int main(void)
{
    int c, count = 0, spaces = 0;
    while ((c = getchar()) != EOF) {
        count++;
        if (c == ' ')
            spaces++;
        sink = c;
    }
    secateur_assert(count != 0); //~ assertion-failure
    secateur_assert(count != 2 || spaces != 2); //~ assertion-failure
    secateur_assert(count != 3 || spaces != 1); //~ assertion-failure
    return 0;
}
