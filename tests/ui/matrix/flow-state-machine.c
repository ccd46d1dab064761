//@ space: 3 bytes; 0,97-99 0,97-99 0,97-99
// A machine that goes on for one byte in each state, and back for the others.
#include <secateur.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int state = 0;
    for (int i = 0; i < 3; i++)
        switch (state) {
        case 0:
            state = in[i] == 'a';
            break;
        case 1:
            state = in[i] == 'b' ? 2 : 0;
            break;
        default:
            secateur_assert(in[i] != 'c'); //~ assertion-failure
            state = 0;
        }
    return 0;
}
