//@ space: 3 bytes; 0-3 0-3 0,9
// Written and read through pointers that are computed from input.
#include <secateur.h>
static unsigned char in[3];
static unsigned char table[4];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    unsigned char *to = table + (in[0] & 3), *from = table + (in[1] & 3);
    *to = 5;
    if (in[2] > 7)
        if (from != table)
            secateur_assert(*from != 5); //~ assertion-failure
    return 0;
}
