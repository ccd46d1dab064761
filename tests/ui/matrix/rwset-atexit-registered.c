// Which handlers are registered is the library's own memory.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
static void one(void)
{
    secateur_assert(sink != 1); //~ assertion-failure
}
static void two(void)
{
    secateur_assert(sink != 0); //~ assertion-failure
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        atexit(one);
    else
        atexit(two);
    if (in[1] > 7)
        sink = 1;
    return 0;
}
