//@ space: 2 bytes; 0,4,6 0,9
// Two values pass a guard, and only the one that is tried later is seen in what lies behind.
#include <secateur.h>
static unsigned char in[2];
static int kind;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    switch (in[0]) {
    case 6:
        kind = 1;
        break;
    case 4:
        kind = 2;
        break;
    default:
        return 1;
    }
    if (in[1] > 7)
        secateur_assert(kind != 1); //~ assertion-failure
    secateur_assert(kind != 2 || in[1] != 9); //~ assertion-failure
    return 0;
}
