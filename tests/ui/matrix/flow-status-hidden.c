//@ space: 3 bytes; 0,1 0,1 0,7
// An error that only those see who have not set a flag hides another one, which all see.
#include <secateur.h>
static unsigned char in[3];
static int lax, *none;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        lax = 1;
    if (!lax)
        secateur_assert(in[1] != 1); //~ assertion-failure
    if (in[2] == 7)
        if (in[1] == 1)
            *none = 1; //~ null-dereference
    return 0;
}
