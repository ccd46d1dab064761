// Two calls of one function: inside it nothing tells them apart, but what follows them does.
#include <secateur.h>
static unsigned char in[2];
static int grade(void)
{
    if (in[1] > 7)
        return 1;
    return 2;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] & 1) {
        int r = grade();
        secateur_assert(r != 1); //~ assertion-failure
    } else {
        int r = grade();
        secateur_assert(r != 2); //~ assertion-failure
    }
    return 0;
}
