// One instruction checks twice and is followed by a branch on its result.
#include <secateur.h>
int main(void)
{
    signed char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    if (a < 0 && b < 0)
        return 0;
    int result = a % b; //~ division-by-zero
    if (result == 5 && b == 7)
        return 1;
    return result < 0;
}
