//@ at-least: 2
// A pointer to one of three objects: a write through it changes only that one.
#include <secateur.h>
int main(void)
{
    int a = 1, b = 2, c[2] = {3, 4}, *p;
    unsigned char which;
    secateur_symbolic(&which, 1, "which");
    if (which < 100)
        p = &a;
    else if (which < 200)
        p = &b;
    else
        p = &c[1];
    *p = 50;
    secateur_assert(a + b + c[0] + c[1] == 50 + 10 - (which < 100 ? 1 : which < 200 ? 2 : 4));
    secateur_assert(a != 50 || b != 50);
    if (b == 50)
        return 1;
    return 0;
}
