//@ space: 2 bytes; 0,9 0,9
// A value is written before a guard that the first path does not pass, and read behind it.
#include <secateur.h>
static unsigned char in[2];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        flag = 1;
    if (in[1] < 5)
        return 1;
    secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
