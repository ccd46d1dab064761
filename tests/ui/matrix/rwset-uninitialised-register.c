//@ args: --check uninitialised-read,assertion-failure
// A local that was never set is zero by chance, in a register.
#include <secateur.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int level;
    if (in[0] > 7)
        level = 0;
    if (in[1] > 7)
        sink = 1;
    if (level == 0) //~ uninitialised-read
        secateur_assert(in[1] != 8); //~ assertion-failure
    return 0;
}
