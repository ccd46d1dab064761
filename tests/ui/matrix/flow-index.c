//@ space: 2 bytes; 0,9 0,9
// An index is chosen by a branch; the element that the first path does not write is read where another byte decides so.
#include <secateur.h>
static unsigned char in[2];
static int table[4];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int i = 1;
    if (in[0] > 7)
        i = 2;
    table[i] = 9;
    if (in[1] > 7)
        secateur_assert(table[2] != 9); //~ assertion-failure
    return 0;
}
