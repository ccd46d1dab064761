//@ paths: 2
// A product of 16-bit numbers in 32 bits has to be inverted.
#include <secateur.h>
int main(void)
{
    unsigned short a, b;
    secateur_symbolic(&a, sizeof a, "a");
    secateur_symbolic(&b, sizeof b, "b");
    secateur_assume(a > 1 && b > a);
    if ((unsigned)a * b == 62615533u) // 7907 * 7919
        return 1;
    return 0;
}
