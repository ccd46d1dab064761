//@ space: 3 bytes; 0,9 0,9 0,9
// How many arguments a function takes from its list is a sum of what two bytes decide.
#include <secateur.h>
#include <stdarg.h>
static unsigned char in[3];
static int last(int count, ...)
{
    int value = 0;
    va_list list;
    va_start(list, count);
    while (count-- > 0)
        value = va_arg(list, int);
    va_end(list);
    return value;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int count = 1;
    for (int i = 0; i < 2; i++)
        if (in[i] > 7)
            count++;
    int value = last(count, 10, 20, 30);
    if (in[2] > 7)
        secateur_assert(value != 30); //~ assertion-failure
    return 0;
}
