//@ space: 3 bytes; 0,9 0,9 0,9
// The same in a loop that has the steps the wrong way round, so that each takes a round.
#include <secateur.h>
static unsigned char in[3];
static int one, two, three;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 3; i++) {
        if (in[2] > 7 && two)
            three = 1;
        if (in[1] > 7 && one)
            two = 1;
        if (in[0] > 7)
            one = 1;
    }
    secateur_assert(three == 0); //~ assertion-failure
    return 0;
}
