//@ space: 2 bytes; 0,9 0,9
// A jump out of a function, which the first path does not make, leaves a flag as it was.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[2];
static jmp_buf place;
static int flag = 1;
static void look(unsigned char value)
{
    if (value > 7)
        longjmp(place, 1);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (!setjmp(place)) {
        look(in[0]);
        flag = 0;
    }
    if (in[1] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
