// A word that only makes its own next value decides by the bit that falls out of it.
#include <secateur.h>
static unsigned char in[3];
static unsigned word = 1;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        word = 4;
    int fell = 0;
    for (int i = 0; i < 3; i++) {
        fell = word & 1;
        word >>= 1;
        if (in[1] == i)
            sink = i;
    }
    secateur_assert(fell != 0 || in[2] < 8); //~ assertion-failure
    secateur_assert(fell != 1 || in[2] < 8); //~ assertion-failure
    return 0;
}
