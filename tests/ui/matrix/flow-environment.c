//@ space: 2 bytes; 0,9 0,9
// The environment is changed by one byte and asked by another.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        setenv("FLOW", "x", 1);
    if (in[1] > 7)
        secateur_assert(!getenv("FLOW")); //~ assertion-failure
    return 0;
}
