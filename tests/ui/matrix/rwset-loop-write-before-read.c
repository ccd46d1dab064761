// In a round the byte is written before it is read, but not in every round.
#include <secateur.h>
static unsigned char in[3];
static int last;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int pairs = 0;
    for (int i = 0; i < 3; i++) {
        if (in[i] == 'm')
            last = 2;
        else if (in[i] == 'k')
            last = 0;
        if (last == 2)
            pairs++;
    }
    secateur_assert(pairs != 1); //~ assertion-failure
    secateur_assert(pairs != 2 || last != 0); //~ assertion-failure
    secateur_assert(pairs != 3); //~ assertion-failure
    return 0;
}
