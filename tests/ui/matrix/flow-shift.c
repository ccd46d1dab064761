//@ space: 3 bytes; 0,9 0,9 0,9
// How far a number is shifted is raised by two bytes, and the shift made where a third decides so.
#include <secateur.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int amount = 1;
    for (int i = 0; i < 2; i++)
        if (in[i] > 7)
            amount += 20;
    if (in[2] > 7)
        return 1u << amount & 1; //~ shift-out-of-range
    return 0;
}
