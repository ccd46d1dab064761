//@ space: 2 bytes; 0,9 0,9
// The first path ends at a null pointer that a byte would have set, before it is seen what another byte has done.
#include <secateur.h>
static unsigned char in[2];
static int x, flag, *pointer;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        pointer = &x;
    if (in[1] > 7)
        flag = 1;
    *pointer = 1; //~ null-dereference
    secateur_assert(flag != 1); //~ assertion-failure
    return 0;
}
