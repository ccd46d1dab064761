//@ space: 2 bytes; 0,9 0,9
// A jump that the function it leads to hides: it returns one thing or another, and both look the same from outside.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[2];
static jmp_buf place;
static void look(unsigned char value)
{
    if (value > 7)
        longjmp(place, 1);
}
static int is_large(unsigned char value)
{
    if (setjmp(place))
        return 1;
    look(value);
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int large = is_large(in[0]);
    if (in[1] > 7)
        secateur_assert(!large); //~ assertion-failure
    return 0;
}
