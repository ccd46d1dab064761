// By how much something is shifted is checked, whatever becomes of it.
#include <secateur.h>
static unsigned char in[2];
static int by = 4;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        by = 40;
    if (in[1] > 7)
        sink = 1;
    int unused = 1 << by; //~ shift-out-of-range
    (void)unused;
    secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
