//@ space: 3 bytes; 0,9 0,9 0,9
// Conditions with && and ||: what stands behind is not looked at on the first path.
#include <secateur.h>
static unsigned char in[3];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7 && (in[1] < 3 || in[1] > 8))
        flag = in[1] > 8;
    if (in[2] == 0 || !flag)
        return 0;
    secateur_assert(in[2] != 9); //~ assertion-failure
    return 1;
}
