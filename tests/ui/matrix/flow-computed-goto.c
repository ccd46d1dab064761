//@ space: 3 bytes; 0,9 0,9 0,9
// Where a jump goes is the sum of what two bytes decide.
#include <secateur.h>
static unsigned char in[3];
static int flag;
int main(void)
{
    static void *const places[] = {&&nothing, &&nothing, &&set};
    secateur_symbolic(in, sizeof in, "in");
    int to = 0;
    if (in[0] > 7)
        to++;
    if (in[1] > 7)
        to++;
    goto *places[to];
set:
    flag = 1;
nothing:
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
