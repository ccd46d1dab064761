//@ space: 2 bytes; 0,9 0,9
// Two pointers, each moved by a byte of its own, are compared with each other.
#include <secateur.h>
static unsigned char in[2];
static int x, y, z;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *one = &x, *two = &y;
    if (in[0] > 7)
        one = &z;
    if (in[1] > 7)
        two = &z;
    secateur_assert(one != two); //~ assertion-failure
    return 0;
}
