// A branch of the caller decides on what the callee counted: nothing is left in the callee, but everything behind it.
#include <secateur.h>
static int count(const unsigned char *in)
{
    int n = 0;
    for (int i = 0; i < 5; i++)
        if (in[i] > 100)
            n++;
    return n;
}
int main(void)
{
    unsigned char in[5];
    secateur_symbolic(in, sizeof in, "in");
    int n = count(in);
    if (n == 5)
        return 1;
    if (n == 0)
        return 2;
    return 0;
}
