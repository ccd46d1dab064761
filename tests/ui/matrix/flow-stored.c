//@ space: 3 bytes; 0,9 0,9 0,9
// What is stored depends on one byte and where it is stored on another; a third one decides whether anybody looks.
#include <secateur.h>
static unsigned char in[3];
static int table[4];
static int fixed;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int value = 1, i = 1;
    if (in[0] > 7)
        value = 5;
    if (in[1] > 7)
        i = 2;
    fixed = value;
    table[i] = value;
    if (in[2] > 7)
        secateur_assert(table[2] != 5); //~ assertion-failure
    else if (table[1] == 0)
        secateur_assert(fixed != 5); //~ assertion-failure
    return 0;
}
