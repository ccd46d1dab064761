// How many variable arguments were taken is the only difference.
#include <secateur.h>
#include <stdarg.h>
static unsigned char in[2];
static volatile int sink;
static int pick(int n, ...)
{
    va_list list;
    va_start(list, n);
    if (in[0] > 7)
        sink = va_arg(list, int);
    if (in[1] > 7)
        sink = 1;
    sink = 0;
    int v = va_arg(list, int);
    va_end(list);
    return v;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int v = pick(3, 4, 5, 6);
    secateur_assert(v != 4); //~ assertion-failure
    secateur_assert(v != 5); //~ assertion-failure
    return 0;
}
