//@ space: 3 bytes; 0,9 0,9 0,9
// A round that is cut short does not clear what the next byte looks at.
#include <secateur.h>
static unsigned char in[3];
static int armed[3] = {1, 1, 1};
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++) {
        if (in[i] > 7)
            continue;
        armed[i] = 0;
    }
    if (in[2] > 7)
        secateur_assert(!armed[0] || !armed[1]); //~ assertion-failure
    return 0;
}
