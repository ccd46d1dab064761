//@ space: 1 bytes
// A shift by as much as the width, or by a negative amount.
#include <secateur.h>
int main(void)
{
    signed char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n >= -2 && n <= 34);
    unsigned one = 1;
    unsigned x = one << n;
    if (n > 30)
        return x >> 31;
    return x > 1000;
}
