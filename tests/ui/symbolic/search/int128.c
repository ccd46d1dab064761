//@ paths: 3
// 128 bits wide.
#include <secateur.h>
int main(void)
{
    unsigned __int128 x;
    secateur_symbolic(&x, sizeof x, "x");
    if (x >> 100 == 5)
        return 1;
    if ((x ^ 1) == (unsigned __int128)1 << 127)
        return 2;
    return 0;
}
