// Variables of the thread and static locals are memory as well.
#include <secateur.h>
static unsigned char in[2];
static _Thread_local int own;
static volatile int sink;
static int count(int by)
{
    static int sum;
    sum += by;
    return sum;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        own = 1;
    else
        count(1);
    if (in[1] > 7)
        sink = 1;
    secateur_assert(own != 0); //~ assertion-failure
    secateur_assert(count(1) != 1); //~ assertion-failure
    return 0;
}
