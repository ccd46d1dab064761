//@ at-least: 2
// Filling a symbolic length, always in bounds; what was filled is seen.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char block[8] = "-------";
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n < 8);
    memset(block, '+', n);
    if (block[4] == '+')
        secateur_assert(n > 4 && block[0] == '+');
    else
        secateur_assert(n <= 4);
    return 0;
}
