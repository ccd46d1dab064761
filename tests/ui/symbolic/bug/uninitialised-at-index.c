//@ args: --check all
//@ paths: 1
// One of four elements is set, and the input says which is read.
#include <secateur.h>
int main(void)
{
    unsigned char i;
    int a[4];
    secateur_symbolic(&i, 1, "i");
    a[0] = 1;
    if (a[i & 3]) //~ uninitialised-read
        return 3;
    return 0;
}
