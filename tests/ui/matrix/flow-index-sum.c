//@ space: 2 bytes; 0,9 0,9
// An index that two bytes raise is too large where both do; nothing but the access itself looks at it.
#include <secateur.h>
static unsigned char in[2];
static char buffer[6];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int i = 0;
    if (in[0] > 7)
        i += 4;
    if (in[1] > 7)
        i += 4;
    buffer[i] = 1; //~ out-of-bounds-write
    return 0;
}
