//@ space: 4 bytes; 0,3 0,1 0,4 0,9
// A combination of four bytes, each compared whether those before were right or not.
#include <secateur.h>
static unsigned char in[4];
static const unsigned char wanted[4] = {3, 1, 4, 9};
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int right = 0;
    for (int i = 0; i < 4; i++)
        if (in[i] == wanted[i])
            if (right == i)
                right++;
    secateur_assert(right != 4); //~ assertion-failure
    return 0;
}
