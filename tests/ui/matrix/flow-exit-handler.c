//@ space: 3 bytes; 0,9 0,9 0,9
// A function that may end the program is called where one byte wants it, and does so if another does. The handler sees the difference.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static int flag = 1;
static void at_end(void)
{
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
}
static void leave(unsigned char value)
{
    if (value > 7)
        exit(3);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    atexit(at_end);
    if (in[0] > 7)
        leave(in[1]);
    flag = 0;
    exit(0);
}
