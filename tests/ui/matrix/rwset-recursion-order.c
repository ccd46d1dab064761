// Two functions call each other, and the frames of the stack are the same in another order.
#include <secateur.h>
static unsigned char in[2];
static int seen;
static void left(int how);
static void right(int how)
{
    if (how & 1)
        left(how >> 1);
    if (in[1] > 7)
        seen = seen * 4 + 1;
}
static void left(int how)
{
    if (how & 1)
        right(how >> 1);
    if (in[1] > 7)
        seen = seen * 4 + 2;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 100)
        right(1);
    else
        left(1);
    secateur_assert(seen != 9); //~ assertion-failure
    secateur_assert(seen != 6); //~ assertion-failure
    return 0;
}
