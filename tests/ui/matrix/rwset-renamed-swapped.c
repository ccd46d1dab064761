// The same condition with its two bytes in each other's place, and a program that tells them apart.
#include <secateur.h>
static unsigned char a, b;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a != b);
    if (a < b)
        sink = 1;
    sink = 2;
    secateur_assert(a != 3 || b != 9); //~ assertion-failure
    secateur_assert(a != 9 || b != 3); //~ assertion-failure
    return 0;
}
