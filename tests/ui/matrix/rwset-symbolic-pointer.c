// A pointer that is one of two by input: both objects are read.
#include <secateur.h>
static unsigned char in[2];
static int a, b;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        a = 1;
    else
        b = 2;
    int *each[2] = {&a, &b};
    int v = *each[in[1] & 1];
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
    return 0;
}
