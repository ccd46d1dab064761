//@ args: --emit bugs
//@ paths: 2
//@ tests: 1
// Only the path that ends in a bug becomes a test.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    if (c < 10)
        return 1;
    secateur_assert(c != 33); //~ assertion-failure
    return 0;
}
