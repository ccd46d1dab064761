//@ paths: 2
// Behind an access that is wrong for some inputs, the others go on, and meet the next bug.
#include <secateur.h>
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    unsigned char i;
    secateur_symbolic(&i, 1, "i");
    secateur_assume(i <= 5);
    int x = a[i]; //~ out-of-bounds-read
    if (x > 2)
        return 12 / (x - 3); //~ division-by-zero
    return 0;
}
