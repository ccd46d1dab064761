// A pointer that only makes its own next value is followed, and nobody wants what it leads to.
#include <secateur.h>
static unsigned char in[3], room[5];
static volatile unsigned char *at = room;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        at++;
    for (int i = 1; i < 3; i++)
        if (in[i] > 7)
            at++;
    at[1] = 1;
    if (in[1] == 9)
        at[2] = 1; //~ out-of-bounds-write
    secateur_assert(in[2] != 8); //~ assertion-failure
    return 0;
}
