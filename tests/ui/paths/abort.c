//@ space: 1 bytes
// abort ends the path with a finding, exit without one.
#include <secateur.h>
#include <stdlib.h>
static void check(int c)
{
    if (c == 66)
        abort();
    if (c > 250)
        exit(7);
}
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    check(c);
    return c < 5;
}
