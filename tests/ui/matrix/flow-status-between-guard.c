//@ space: 3 bytes; 0,7 0,5 0,3
// Between the status and the check is another way out, which only one of its sides leaves open.
#include <secateur.h>
static unsigned char in[3];
static int look(int byte)
{
    if (byte == 7)
        return 1;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int status = look(in[0]);
    if (in[1] != 5)
        return 2;
    if (!status)
        return 1;
    secateur_assert(in[2] != 3); //~ assertion-failure
    return 0;
}
