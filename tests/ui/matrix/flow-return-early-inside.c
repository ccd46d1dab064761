//@ space: 3 bytes; 0,9 0,9 0,9
// A function comes back early if two bytes want it: the first lets it look at the second. What stands behind is left out.
#include <secateur.h>
static unsigned char in[3];
static int flag = 1;
static int wants(int value)
{
    if (value > 7)
        return 1;
    return 0;
}
static void clear(void)
{
    if (in[0] > 7)
        if (wants(in[1]))
            return;
    flag = 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    clear();
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
