//@ space: 2 bytes; 9-20,98-100,239-255 0-22,98-101,239-255
// Assumptions with && and || keep exactly the inputs that they allow, without paths of their own.
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_assume((a > 10 && a < 20) || a == 99 || (a & 0xf0) == 0xf0);
    secateur_symbolic(&b, 1, "b");
    secateur_assume(b == a + 1 || (b < 3 && a != 99));
    if (a == 10 || b == 3)
        return 1; // impossible
    if (a == 255)
        return b == 0 ? 2 : 3;
    if (b == 100)
        return 4;
    return b < a ? 5 : 0;
}
