//@ space: 2 bytes; 0,101,150 0,5
// What was decided about the same byte before, and before something else, says whether the check can be passed.
#include <secateur.h>
static unsigned char in[2];
static int marked, large;
static int look(int byte)
{
    if (byte == 150)
        return 1;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 100)
        large = 1;
    if (in[1] == 5)
        marked = 1;
    if (!look(in[0]))
        return 1;
    secateur_assert(!marked); //~ assertion-failure
    return large;
}
