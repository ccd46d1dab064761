//@ space: 4 bytes; 0,1 0,1 0,7 0,1
// What an assumption is about was decided before, and only some ways to it meet it.
#include <secateur.h>
static unsigned char in[4];
static int marked, allowed;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        allowed = 1;
    if (in[1] == 1)
        marked = 1;
    if (in[2] == 7)
        secateur_assume(allowed);
    if (in[2] == 7 && in[3] == 1)
        secateur_assert(!marked); //~ assertion-failure
    return 0;
}
