//@ space: 2 bytes; 0-7 0-63
// A write at a symbolic index is seen by reads at other indices, constant and symbolic.
#include <secateur.h>
int main(void)
{
    unsigned char i, v;
    int a[8] = {0};
    secateur_symbolic(&i, 1, "i");
    secateur_symbolic(&v, 1, "v");
    secateur_assume(i < 8 && v < 64);
    a[i] = v;
    a[(i + 3) % 8] += 100;
    if (a[2] == 42)
        return 1;
    if (a[7 - i] > 50)
        return 2;
    if (a[v % 8] == 100)
        return 3;
    return 0;
}
