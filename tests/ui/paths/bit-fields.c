//@ space: 2 bytes; 0-255 0-15
// Bit-fields cut, sign-extend and share bytes.
#include <secateur.h>
struct packed {
    unsigned low : 3;
    signed middle : 4;
    unsigned high : 5;
    unsigned : 0;
    _Bool flag : 1;
};
int main(void)
{
    unsigned short x;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_assume(x < 4096);
    struct packed p = {0};
    p.low = x & 7;
    p.middle = (int)(x >> 3 & 15) - 8;
    p.high = x >> 7;
    p.flag = x & 64;
    if (p.low == 5 && p.middle < -3)
        return 1;
    if (p.high > 20)
        return p.flag ? 2 : 3;
    p.low++;
    return p.low ? 0 : 4;
}
