// Two variables make each other's next value for two rounds before one of them decides.
#include <secateur.h>
static unsigned char in[4];
static int a, b = 1;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        a = 2;
    for (int i = 1; i < 3; i++) {
        int was = a;
        if (in[i] > 7)
            was++;
        a = b;
        b = was;
    }
    if (in[3] == 5) {
        secateur_assert(a != 0); //~ assertion-failure
        secateur_assert(a != 3); //~ assertion-failure
        secateur_assert(b != 2); //~ assertion-failure
    }
    return 0;
}
