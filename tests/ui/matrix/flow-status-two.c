//@ space: 3 bytes; 0,7 0,5 0,3
// Two functions are called, and only then is looked at what they said: both have to be passed at once.
#include <secateur.h>
static unsigned char in[3];
static int is(int byte, int wanted)
{
    if (byte == wanted)
        return 1;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int one = is(in[0], 7);
    int other = is(in[1], 5);
    if (!one)
        return 1;
    if (!other)
        return 2;
    secateur_assert(in[2] != 3); //~ assertion-failure
    return 0;
}
