//@ args: --check all
//@ paths: 1
// A fill of symbolic length may leave the element unset.
#include <secateur.h>
#include <string.h>
int main(void)
{
    unsigned char i;
    char a[4];
    secateur_symbolic(&i, 1, "i");
    memset(a, 1, i & 3);
    if (a[2]) //~ uninitialised-read
        return 3;
    return 0;
}
