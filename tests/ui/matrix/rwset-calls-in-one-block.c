// Two calls stand in one block of the caller: a key of functions and blocks takes the second for a round of a loop.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
static void look(void)
{
    if (in[0] > 7)
        sink = 1;
    else
        sink = 2;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    look();
    look();
    look();
    secateur_assert(in[1] != 3); //~ assertion-failure
    look();
    if (in[2] == 9)
        secateur_assert(in[0] < 7); //~ assertion-failure
    return 0;
}
