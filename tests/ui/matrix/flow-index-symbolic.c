//@ space: 2 bytes; 0-3 0,9
// The index itself is input.
#include <secateur.h>
static unsigned char in[2];
static int table[4];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    table[in[0] & 3] = 9;
    if (in[1] > 7)
        secateur_assert(table[2] != 9); //~ assertion-failure
    return 0;
}
