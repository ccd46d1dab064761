// The counter that ends the loop is looked at only in one of its states.
#include <secateur.h>
static unsigned char in[4];
static int ticks;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int state = 0, at = 0, odd = 0;
    while (at < 4) {
        unsigned char c = in[at++];
        if (state == 0) {
            ticks++;
            if (c > 7)
                state = 1;
        } else {
            if (ticks == 2)
                odd = 1;
            if (ticks == 3)
                odd = 2;
            state = 0;
        }
    }
    secateur_assert(odd != 1); //~ assertion-failure
    secateur_assert(odd != 2); //~ assertion-failure
    return 0;
}
