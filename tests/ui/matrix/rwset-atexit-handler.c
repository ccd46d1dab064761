// Only a handler that runs after main reads what the paths left behind.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static int v;
static volatile int sink;
static void check(void)
{
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    atexit(check);
    v = 2;
    if (in[0] > 7)
        v = 1;
    if (in[1] > 7)
        sink = 1;
    return 0;
}
