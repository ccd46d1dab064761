// The path that meets a known state covers something new, and its input has to hold an assumption that comes later.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        sink = 1;
    else if (in[0] > 3)
        sink = 2;
    sink = 0;
    secateur_assume(in[1] == 0xa5 && in[2] > 0xf0);
    secateur_assert(in[2] != 0xf7); //~ assertion-failure
    return 0;
}
