//@ paths: 1
// Exactly one double makes the assertion fail.
#include <secateur.h>
int main(void)
{
    double x;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_assert(x * 2 != 7.25); //~ assertion-failure
    return 0;
}
