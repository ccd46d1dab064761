// A register of the caller differs while its callee is running, and is looked at after the return.
#include <secateur.h>
static unsigned char in[2];
static volatile int sink;
static void look(void)
{
    if (in[1] > 7)
        sink = 1;
    sink = 0;
}
static void between(void)
{
    look();
    look();
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int kept = 2;
    if (in[0] > 7)
        kept = 1;
    between();
    secateur_assert(kept != 1); //~ assertion-failure
    secateur_assert(kept != 2); //~ assertion-failure
    return 0;
}
