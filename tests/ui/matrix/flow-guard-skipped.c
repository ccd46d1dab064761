//@ space: 3 bytes; 0,1 0,2 0,4
// A guard that one byte lets nobody come to decides about another one, which is decided about again behind it.
#include <secateur.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        goto skipped;
    if (in[1] == 2)
        return 1;
skipped:
    if (in[2] == 4)
        secateur_assert(in[1] != 2); //~ assertion-failure
    return 0;
}
