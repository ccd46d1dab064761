// Only the continuation that comes last in most orders reads what differs.
#include <secateur.h>
static unsigned char in[6];
static int v;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 1;
    for (int i = 1; i < 6; i++)
        if (in[i] != 'r')
            return 0;
    secateur_assert(v != 0); //~ assertion-failure
    secateur_assert(v != 1); //~ assertion-failure
    return 0;
}
