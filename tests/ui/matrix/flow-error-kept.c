//@ space: 3 bytes; 1,0 0,9 0,9
// After the first error nothing is done any more. The first path has an error at once.
#include <secateur.h>
static unsigned char in[3];
static int error, done;
static void step(int bit, int is_wrong)
{
    if (error)
        return;
    if (is_wrong)
        error = bit;
    else
        done |= bit;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    step(1, in[0] == 0);
    step(2, in[1] < 5);
    if (in[2] > 7)
        secateur_assert(done != 3); //~ assertion-failure
    return 0;
}
