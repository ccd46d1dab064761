// The same in calls: the entries that are open belong to several frames, and the byte is read far behind them.
#include <secateur.h>
static unsigned char in[4];
static int v, w;
static volatile int sink;
static void look(int i)
{
    if (in[i] > 7)
        sink = i;
    else
        sink = -i;
}
static void both(int i)
{
    look(i);
    look(i + 1);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    both(1);
    if (in[3] > 7)
        w = 1;
    look(2);
    secateur_assert(v != 0 || w != 1); //~ assertion-failure
    secateur_assert(v != 1 || w != 0); //~ assertion-failure
    secateur_assert(v != 1 || w != 1); //~ assertion-failure
    return 0;
}
