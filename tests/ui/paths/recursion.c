//@ space: 2 bytes; 0-31 0-31
// A recursion whose depth depends on both inputs.
#include <secateur.h>
static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}
static int ones(unsigned n)
{
    if (n == 0)
        return 0;
    return (n & 1) + ones(n >> 1);
}
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a < 32 && b < 32 && b > 26);
    return gcd(a, b) == 1 ? ones(a) : 9;
}
