//@ space: 2 bytes; 0,4,5 0,150
// A helper is passed in two ways, the first path ends the program behind it, and later it matters which way it was.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static int look(int byte)
{
    if (byte == 4)
        return 0;
    if (byte > 4)
        return 0;
    return -1;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (look(in[0]))
        return 1;
    if (in[1] != 150)
        exit(3);
    secateur_assert(in[0] == 4); //~ assertion-failure
    return 0;
}
