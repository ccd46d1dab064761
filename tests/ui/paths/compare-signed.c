//@ space: 1 bytes
// One byte, compared as a signed number of every width.
#include <secateur.h>
int main(void)
{
    signed char c;
    secateur_symbolic(&c, 1, "c");
    short s = (short)(c * 200);
    int i = s * 30000;
    long l = (long)i * 1000;
    int result = 0;
    if (c < -100)
        result |= 1;
    if (s >= 20000)
        result |= 2;
    if (i > -6000000 && i <= 6000000)
        result |= 4;
    if (l == -600000000000)
        result |= 8;
    if (c != -128 && l < -700000000000)
        result |= 16;
    return result;
}
