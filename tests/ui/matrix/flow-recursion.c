//@ space: 2 bytes; 0-3 0,9
// How deep a function calls itself is seen in what is left behind at one depth.
#include <secateur.h>
static unsigned char in[2];
static int seen[4];
static void descend(int depth)
{
    if (depth >= in[0])
        return;
    seen[depth] = 1;
    descend(depth + 1);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[0] < 4);
    descend(0);
    if (in[1] > 7)
        secateur_assert(!seen[2]); //~ assertion-failure
    return 0;
}
