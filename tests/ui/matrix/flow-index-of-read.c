//@ space: 3 bytes; 0,9 0,9 0,9
// Both the element that is written and the one that is read are chosen by branches.
#include <secateur.h>
static unsigned char in[3];
static int table[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int to = 0, from = 1;
    if (in[0] > 7)
        to = 2;
    if (in[1] > 7)
        from = 2;
    table[to] = 1;
    if (in[2] > 7)
        secateur_assert(table[from] == 0); //~ assertion-failure
    return 0;
}
