// The byte is read first and overwritten then, so it is no dead one.
#include <secateur.h>
static unsigned char in[3];
static int v;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    int was = v;
    v = 0;
    if (in[1] > 7)
        v = 2;
    secateur_assert(was != 0 || v != 2); //~ assertion-failure
    secateur_assert(was != 1 || v != 0); //~ assertion-failure
    secateur_assert(was != 1 || v != 2); //~ assertion-failure
    return 0;
}
