// At first a round seems to come back to where it was; only a way out of the loop reads the byte that differs.
#include <secateur.h>
static unsigned char in[4];
static int secret, rounds;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (;;) {
        if (in[rounds] == 'q')
            break;
        if (in[rounds] == 's')
            secret ^= 1;
        sink = 1;
        if (++rounds == 3)
            break;
    }
    if (in[3] == 'p') {
        secateur_assert(secret != 1); //~ assertion-failure
        secateur_assert(rounds != 2 || secret != 0); //~ assertion-failure
    }
    return 0;
}
