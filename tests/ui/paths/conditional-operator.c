//@ space: 2 bytes; 0-31 0-31
// Conditional operators, nested and as places to write to.
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    int low = 0, high = 0;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a < 32);
    secateur_assume(b < 32);
    int max = a > b ? a : b;
    int sign = a < b ? -1 : a == b ? 0 : 1;
    *(max > 15 ? &high : &low) += max;
    int again = a ?: 40; // a GNU form: a itself, unless it is 0
    return high ? sign + 1 : low == 3 ? 9 : again > 35;
}
