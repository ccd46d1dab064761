// An optional output parameter that was left out is written in a callee two calls deep.
#include <stddef.h>

static void store(long *where, long value)
{
    *where = value; //~ null-dereference
}

static void divide(long a, long b, long *quotient, long *remainder)
{
    store(quotient, a / b);
    store(remainder, a % b);
}

int main(void)
{
    long quotient;
    divide(7, 2, &quotient, NULL);
    return quotient == 3;
}
