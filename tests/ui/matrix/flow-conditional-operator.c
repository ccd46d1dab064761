//@ space: 3 bytes; 0,9 0,9 0,9
// Values chosen by ?:, with a call on one of the sides and between constants.
#include <secateur.h>
static unsigned char in[3];
static int calls;
static int next(void)
{
    return ++calls;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int a = in[0] > 7 ? next() : 3, b = in[1] > 7 ? 4 : 5;
    if (in[2] > 7)
        secateur_assert(a != calls || b != 4); //~ assertion-failure
    return 0;
}
