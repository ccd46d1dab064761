// In a round the byte is read before it is written, so the round before decides.
#include <secateur.h>
static unsigned char in[3];
static int last;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int pairs = 0;
    for (int i = 0; i < 3; i++) {
        if (last == 2 && in[i] == 'n')
            pairs++;
        last = 1;
        if (in[i] == 'm')
            last = 2;
    }
    secateur_assert(pairs != 1); //~ assertion-failure
    return 0;
}
