//@ space: 1 bytes
// An index that is too large for some inputs: the read and the write are two findings, the rest goes on.
#include <secateur.h>
int main(void)
{
    unsigned char i;
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    secateur_symbolic(&i, 1, "i");
    secateur_assume(i < 22);
    if (i < 11)
        return a[i] > 4;
    i -= 11;
    a[i] = 0;
    return a[3] == 0;
}
