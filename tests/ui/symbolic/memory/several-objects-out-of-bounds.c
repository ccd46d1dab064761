//@ paths: 3
// Out of bounds of one object, and inside another: neither side hides the other.
#include <secateur.h>
static int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
static int *table[2] = {a, b};
int main(void)
{
    unsigned char x;
    secateur_symbolic(&x, 1, "x");
    int v = table[x >> 7][x & 7]; //~ out-of-bounds-read
    if (v == 7)
        return 3;
    return 5;
}
