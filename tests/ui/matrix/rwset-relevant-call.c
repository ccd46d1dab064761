// A number is stored and loaded, and then it chooses the function that is called.
#include <secateur.h>
static unsigned char in[2];
static int v, copy;
static volatile int sink;
static void one(void)
{
    secateur_assert(sink == 0); //~ assertion-failure
}
static void two(void)
{
    secateur_assert(sink != 0); //~ assertion-failure
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    void (*table[2])(void) = {one, two};
    if (in[0] > 7)
        v = 1;
    copy = v;
    if (in[1] > 7)
        sink = 1;
    table[copy]();
    return 0;
}
