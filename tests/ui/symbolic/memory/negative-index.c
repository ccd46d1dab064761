//@ paths: 1
// The element before the first.
#include <secateur.h>
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    unsigned char i;
    secateur_symbolic(&i, 1, "i");
    secateur_assume(i <= 4);
    a[i - 1] = 9; //~ out-of-bounds-write
    return 0;
}
