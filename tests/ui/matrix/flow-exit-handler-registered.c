//@ space: 2 bytes; 0,9 0,9
// Whether there is a handler is decided by one byte, what it finds by another.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static int flag;
static void at_end(void)
{
    secateur_assert(flag == 0); //~ assertion-failure
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        atexit(at_end);
    if (in[1] > 7)
        flag = 1;
    exit(0);
}
