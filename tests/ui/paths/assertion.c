//@ space: 2 bytes; 0-63 0-63
// An assertion that fails for some inputs, and one that never does.
#include <assert.h>
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a < 64 && b < 64);
    int product = a * b;
    assert(product < 4096);
    if (a > b)
        secateur_assert(product != 55);
    return product > 1000;
}
