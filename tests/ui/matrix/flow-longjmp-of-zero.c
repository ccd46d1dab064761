//@ space: 3 bytes; 0,9 0,9 0,9
// The first path jumps; behind the call that it does not come back from, another byte decides what is seen later.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[3];
static jmp_buf place;
static int flag;
static void look(unsigned char value)
{
    if (value < 5)
        longjmp(place, 1);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (!setjmp(place)) {
        look(in[0]);
        if (in[1] > 7)
            flag = 1;
    }
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
