//@ space: 2 bytes; 0,9 0,9
// A byte is kept in memory, and looked at only where another byte decides so.
#include <secateur.h>
static unsigned char in[2];
static struct { int before, kept; } state;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    state.kept = in[0] ^ 8;
    if (in[1] > 7)
        secateur_assert(state.kept != 1); //~ assertion-failure
    return 0;
}
