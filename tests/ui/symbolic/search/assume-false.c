//@ paths: 1
//@ tests: 1
// An assumption that cannot hold ends the path without a test.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    if (c > 10)
        secateur_assume(c < 5);
    return 0;
}
