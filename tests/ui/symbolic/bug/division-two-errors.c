//@ args: --check all
//@ paths: 2
// A division that may be by zero, and may overflow.
#include <secateur.h>
int main(void)
{
    int a, b;
    secateur_symbolic(&a, sizeof a, "a");
    secateur_symbolic(&b, sizeof b, "b");
    if (b == 0)
        return a / (b + 1) > 3;
    return a / b > 3; //~ signed-overflow
}
