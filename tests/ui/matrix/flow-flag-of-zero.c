//@ space: 2 bytes; 0,9 0,9
// The first path writes; what matters is that the others do not.
#include <secateur.h>
static unsigned char in[2];
static int flag = 1;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 0)
        flag = 0;
    if (in[1] != 0)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
