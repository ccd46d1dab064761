//@ space: 2 bytes; 0-255 0-3
// A divisor that is zero for some inputs, once in a division and once in a remainder.
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(b < 4);
    int d = a - 100;
    if (b == 2)
        return 1000 / d > 50;
    if (b == 3)
        return 7 % (a / 2 - 11) == 3;
    return a > 9;
}
