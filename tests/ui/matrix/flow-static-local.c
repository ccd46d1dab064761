//@ space: 3 bytes; 0,9 0,9 0,9
// A function remembers how often it was called with something large.
#include <secateur.h>
static unsigned char in[3];
static int large_so_far(unsigned char value)
{
    static int count;
    if (value > 7)
        count++;
    return count;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    large_so_far(in[0]);
    int two = large_so_far(in[1]);
    if (in[2] > 7)
        secateur_assert(two != 2); //~ assertion-failure
    return 0;
}
