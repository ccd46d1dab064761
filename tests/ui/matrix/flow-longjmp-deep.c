//@ space: 3 bytes; 0,9 0,9 0,9
// One byte calls a function that jumps if another byte wants it. Either alone comes back, to the assignment behind the call.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[3];
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
        if (in[0] > 7)
            look(in[1]);
        flag = 0;
    }
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
