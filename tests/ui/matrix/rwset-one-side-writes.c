// Each path wrote a byte that the other left as the program began with it.
#include <secateur.h>
static unsigned char in[2];
static int a = 5, b = 6;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        a = 7;
    else
        b = 8;
    if (in[1] > 7)
        sink = 1;
    secateur_assert(a != 5); //~ assertion-failure
    secateur_assert(b != 6); //~ assertion-failure
    return 0;
}
