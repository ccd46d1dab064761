//@ args: --check default,signed-overflow
// A check that is off by default is asked for.
#include <secateur.h>
int main(void)
{
    int x;
    secateur_symbolic(&x, sizeof x, "x");
    if (x + 1000 < 0) //~ signed-overflow
        return 1;
    return 0;
}
