// A ring of four cells with two positions: what was written is read again after going round.
#include <secateur.h>
static unsigned char in[4], ring[2];
static unsigned put, take;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (in[i] > 200)
            ring[put++ % 2] = 1;
        else if (in[i] > 100)
            ring[put++ % 2] = 2;
        else
            sum = sum * 3 + ring[take++ % 2];
    }
    secateur_assert(sum != 5); //~ assertion-failure
    secateur_assert(sum != 7); //~ assertion-failure
    return 0;
}
