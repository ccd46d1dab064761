// An interpreter: which operations look at its register shows only on their own side of the switch.
#include <secateur.h>
static unsigned char in[4];
int main(void)
{
    int acc = 0, marks = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 4; i++) {
        switch (in[i] & 3) {
        case 0:
            acc = 0;
            break;
        case 1:
            acc++;
            break;
        case 2:
            marks += acc == 2;
            break;
        default:
            secateur_assert(acc < 3); //~ assertion-failure
            return marks;
        }
    }
    secateur_assert(marks != 2); //~ assertion-failure
    secateur_assert(acc < 4); //~ assertion-failure
    return 0;
}
