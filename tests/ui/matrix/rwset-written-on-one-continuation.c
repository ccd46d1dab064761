// Some continuations overwrite the byte before they read it, but not all of them.
#include <secateur.h>
static unsigned char in[3];
static int v;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    if (in[1] > 7)
        v = 2;
    else if (in[1] > 3)
        secateur_symbolic(&v, sizeof v, "v");
    secateur_assert(v != 0 || in[1] > 3); //~ assertion-failure
    secateur_assert(v != 1 || in[1] > 3); //~ assertion-failure
    secateur_assert(v != 2 || in[1] <= 7); //~ assertion-failure
    secateur_assert(v != 77); //~ assertion-failure
    return 0;
}
