//@ space: 3 bytes; 0,9 0,9 0,9
// One byte says where a jump goes to, another that there is one; a third looks at what happened there.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[3];
static jmp_buf one, two;
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    jmp_buf *to = &one;
    if (in[0] > 7)
        to = &two;
    if (setjmp(one))
        goto behind;
    if (setjmp(two)) {
        flag = 1;
        goto behind;
    }
    if (in[1] > 7)
        longjmp(*to, 1);
behind:
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
