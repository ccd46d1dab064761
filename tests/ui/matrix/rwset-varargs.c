// Variable arguments differ, and the callee decides on other things before it takes them.
#include <secateur.h>
#include <stdarg.h>
static unsigned char in[2];
static volatile int sink;
static int last(int n, ...)
{
    va_list list;
    va_start(list, n);
    if (in[1] > 7)
        sink = 1;
    int v = 0;
    for (int i = 0; i < n; i++)
        v = va_arg(list, int);
    va_end(list);
    return v;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int v = 2;
    if (in[0] > 7)
        v = 1;
    v = last(2, 5, v);
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
    return 0;
}
