//@ space: 2 bytes; 0,9 0-3
// An element that one byte changes is read at an index that is another byte.
#include <secateur.h>
static unsigned char in[2];
static unsigned char table[4] = {1, 1, 1, 1};
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        table[2] = 0;
    if (in[1] < 4)
        secateur_assert(table[in[1]]); //~ assertion-failure
    return 0;
}
