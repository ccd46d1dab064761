//@ paths: 2
// A shift that is too far for some inputs.
#include <secateur.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    unsigned long x = 1ul << n; //~ shift-out-of-range
    if (x > 1000)
        return 1;
    return 0;
}
