//@ space: 2 bytes; 0-4 0,9
// How often a loop goes round is an index, which is used where another byte decides so.
#include <secateur.h>
static unsigned char in[2];
static volatile int table[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[0] < 5);
    int i = 0;
    while (i < in[0])
        i++;
    if (in[1] > 7)
        return table[i]; //~ out-of-bounds-read
    return 0;
}
