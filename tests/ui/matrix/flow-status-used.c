//@ space: 2 bytes; 0,1,2 0,3
// The check is passed in several ways, and which one it was is looked at behind it.
#include <secateur.h>
static unsigned char in[2];
static int look(int byte)
{
    if (byte == 1)
        return 1;
    if (byte == 2)
        return 2;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int status = look(in[0]);
    if (!status)
        return 1;
    if (in[1] == 3)
        secateur_assert(status != 2); //~ assertion-failure
    return 0;
}
