//@ paths: 2
//@ covered: 5
// A disjunction in an assumption is one constraint, not two paths.
#include <secateur.h>
int main(void)
{
    int x;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_assume(x == 7 || (x > 100 && x < 200) || x == -3);
    secateur_assert(x != 0 && x != 100 && x != 200);
    if (x == -3)
        return 1;
    return 0;
}
