//@ space: 2 bytes; 0-255 0-7
// The input chooses which function is called.
#include <secateur.h>
static int twice(int x) { return 2 * x; }
static int negate(int x) { return -x; }
static int clamp(int x) { return x > 100 ? 100 : x; }
static int (*const table[])(int) = {twice, negate, clamp, twice};
int main(void)
{
    unsigned char x, which;
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&which, 1, "which");
    secateur_assume(which < 8);
    int y = table[which % 4](x);
    if (which >= 4)
        y = (which & 1 ? negate : clamp)(y);
    if (y == 100)
        return 1;
    return y < -400 ? 2 : 0;
}
