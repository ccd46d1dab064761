//@ space: 2 bytes; 0-255 0-15
// Division and remainder, signed (towards zero) and unsigned, by a symbolic number that is not zero.
#include <secateur.h>
int main(void)
{
    signed char a;
    unsigned char b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(b > 0 && b < 16);
    int quotient = a / b, rest = a % b;
    int result = 0;
    if (quotient == -9)
        result |= 1;
    if (rest < 0)
        result |= 2;
    if ((unsigned)(a + 128) % b == 7)
        result |= 4;
    if (quotient * b + rest != a)
        result |= 8; // impossible
    return result;
}
