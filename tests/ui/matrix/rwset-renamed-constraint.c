// The byte in question is another one, and so is what is known of it.
#include <secateur.h>
static unsigned char in[3], p;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[0] < 50);
    secateur_assume(in[1] >= 50);
    p = in[1];
    if (in[2] > 7)
        p = in[0];
    in[0] = in[1] = in[2] = 0;
    sink = 1;
    secateur_assert(p != 20); //~ assertion-failure
    secateur_assert(p != 70); //~ assertion-failure
    return 0;
}
