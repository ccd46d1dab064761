//@ space: 2 bytes; 0,9 0,9
// The same with a local variable, which two values meet in.
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    int flag = 0;
    if (a > 7)
        flag = 1;
    if (b > 7)
        if (flag)
            secateur_assert(b != 9); //~ assertion-failure
    return 0;
}
