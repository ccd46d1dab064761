// The object that a condition speaks of is freed; the condition stays.
#include <secateur.h>
#include <stdlib.h>
static unsigned char x;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&x, 1, "x");
    unsigned char *y = malloc(1);
    if (!y)
        return 0;
    secateur_symbolic(y, 1, "y");
    int less = 0;
    if (x < *y)
        less = 1;
    if (*y == 100)
        less += 2;
    free(y);
    if (less < 2)
        return 0;
    sink = less = 0;
    secateur_assert(x != 50); //~ assertion-failure
    secateur_assert(x != 150); //~ assertion-failure
    return 0;
}
