//@ space: 3 bytes; 0,9 0,9 0,9
// One branch in one function, met at two calls: each with a byte and a place of its own.
#include <secateur.h>
static unsigned char in[3];
static int one, two;
static void set(int *flag, unsigned char value)
{
    if (value > 7)
        *flag = 1;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    set(&one, in[0]);
    set(&two, in[1]);
    if (in[2] > 7)
        secateur_assert(!one || !two); //~ assertion-failure
    return 0;
}
