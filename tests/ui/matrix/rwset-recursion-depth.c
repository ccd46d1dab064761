// The innermost frames are equal on both paths, and the registers of the others are dead: only the depth differs.
#include <secateur.h>
static unsigned char in[2];
static int ups;
static void down(int left)
{
    if (left > 0)
        down(left - 1);
    else if (in[1] == 7)
        ups = 10;
    ups++;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int depth = 2;
    if (in[0] & 1)
        depth = 1;
    down(depth);
    secateur_assert(ups != 2); //~ assertion-failure
    secateur_assert(ups != 3); //~ assertion-failure
    secateur_assert(ups != 12); //~ assertion-failure
    secateur_assert(ups != 13); //~ assertion-failure
    return 0;
}
