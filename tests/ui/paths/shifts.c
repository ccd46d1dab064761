//@ space: 2 bytes; 0-255 0-7
// Shifts by a symbolic amount that is in range, left, right and of a negative number.
#include <secateur.h>
int main(void)
{
    unsigned char x, n;
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n < 8);
    unsigned left = (unsigned)x << n;
    int right = (int)(x - 128) >> n;
    int result = 0;
    if (left > 10000)
        result |= 1;
    if (right == -1)
        result |= 2;
    if ((unsigned char)(x >> n | x << (8 - n)) == 0x5a)
        result |= 4;
    return result;
}
