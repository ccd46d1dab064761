//@ space: 3 bytes; 0,9 0,9 0,9
// On the way back from each depth a byte decides whether the sum is raised; how deep it goes was decided on the way there.
#include <secateur.h>
static unsigned char in[3];
static int sum;
static void descend(int depth)
{
    if (depth < 2 && in[0] > 7)
        descend(depth + 1);
    if (in[depth] > 7)
        sum += depth;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    descend(0);
    secateur_assert(sum != 3); //~ assertion-failure
    return 0;
}
