// Words of the same two bytes in another order, each with a condition on its first byte.
#include <secateur.h>
static unsigned char in[3];
static unsigned short word;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    word = in[1] | in[0] << 8;
    if (in[2] > 7)
        word = in[0] | in[1] << 8;
    secateur_assume(in[0] < 4);
    in[0] = in[1] = in[2] = 0;
    sink = 1;
    secateur_assert(word != 0x0350); //~ assertion-failure
    secateur_assert(word != 0x5003); //~ assertion-failure
    return 0;
}
