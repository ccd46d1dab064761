// Two states were seen that together contain the third one, but neither of them alone; something is left between them.
#include <secateur.h>
static unsigned char x, c;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&c, 1, "c");
    if (c < 10)
        secateur_assume(x < 100);
    else if (c < 20)
        secateur_assume(x > 101);
    else
        secateur_assume(x > 50 && x < 150);
    sink = 1;
    secateur_assert(x != 100); //~ assertion-failure
    secateur_assert(x != 101); //~ assertion-failure
    secateur_assert(x != 10); //~ assertion-failure
    secateur_assert(x != 160); //~ assertion-failure
    return 0;
}
