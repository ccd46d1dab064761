//@ space: 2 bytes; 0,9 0,9
// Which function is called is decided by one byte, whether it is called by another.
#include <secateur.h>
static unsigned char in[2];
static int flag;
static void nothing(void)
{
}
static void set(void)
{
    flag = 1;
}
static void (*action)(void) = nothing;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        action = set;
    if (in[1] > 7)
        action();
    secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
