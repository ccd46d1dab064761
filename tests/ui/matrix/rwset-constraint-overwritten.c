// A byte that a path decided on is overwritten, but a copy of it made before is not.
#include <secateur.h>
static unsigned char in[2], copy;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    copy = in[0] ^ 0x55;
    if (in[0] > 100)
        sink = 1;
    in[0] = 0;
    if (in[1] > 7)
        sink = 2;
    secateur_assert(copy != (50 ^ 0x55)); //~ assertion-failure
    secateur_assert(copy != (150 ^ 0x55)); //~ assertion-failure
    return 0;
}
