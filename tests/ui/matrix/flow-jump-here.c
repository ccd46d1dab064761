//@ space: 2 bytes; 0,1 0,1
// A jump back into the same function leaves what lies between.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[2];
static jmp_buf back;
static int small;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (setjmp(back))
        return 0;
    if (in[0] < 1)
        small++;
    if (in[1] != 1)
        longjmp(back, 1);
    secateur_assert(small); //~ assertion-failure
    return 1;
}
