// Assumptions behind branches take some of their sides away again.
#include <secateur.h>
int main(void)
{
    unsigned char in[4];
    int n = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 4; i++)
        if (in[i] > in[(i + 1) % 4])
            n++;
    secateur_assume(n != 2);
    secateur_assume(in[0] != 0);
    if (n == 3)
        return 1;
    if (n == 2)
        return 2;
    return 0;
}
