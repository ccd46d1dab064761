//@ space: 4 bytes; 0,1 0,5 0,1 0,1
// An assumption that no input meets stands on one side of a branch.
#include <secateur.h>
static unsigned char in[4];
static int marked;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[2] == 1)
        marked = 1;
    if (in[0] != 1)
        secateur_assume(in[1] > 5 && in[1] < 4);
    if (in[3] == 1)
        secateur_assert(!marked); //~ assertion-failure
    return 0;
}
