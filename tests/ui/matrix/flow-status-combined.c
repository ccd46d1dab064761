//@ space: 4 bytes; 0,1 0,1 0,1 0,3
// The check is passed by one of eight combinations only, and the first path takes none of the sides that lead there.
#include <secateur.h>
static unsigned char in[4];
static int look(void)
{
    int status = 0;
    if (in[0] == 1)
        status += 1;
    if (in[1] == 1)
        status += 2;
    if (in[2] == 1)
        status += 4;
    return status;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (look() != 5)
        return 1;
    secateur_assert(in[3] != 3); //~ assertion-failure
    return 0;
}
