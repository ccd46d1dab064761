//@ space: 3 bytes; 0,9 0,9 0,9
// An assertion fails on the first path, whatever was written before it; what lies behind is seen where another byte makes it hold.
#include <secateur.h>
static unsigned char in[3];
static int count, flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++)
        if (in[i] < 5)
            count++;
    if (in[2] > 7)
        flag = 1;
    secateur_assert(count != 2); //~ assertion-failure
    secateur_assert(flag != 1); //~ assertion-failure
    return 0;
}
