// Two rounds look alike, and the byte in which they differ is read in the third.
#include <secateur.h>
static unsigned char in[5];
static int phase, hidden;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 5; i++) {
        if (phase == 2) {
            secateur_assert(hidden != 1); //~ assertion-failure
            secateur_assert(hidden != 3); //~ assertion-failure
            phase = 0;
        } else if (in[i] > 200) {
            phase++;
        } else if (in[i] > 100) {
            hidden |= 1 << phase;
        }
    }
    return 0;
}
