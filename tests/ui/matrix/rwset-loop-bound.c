// A symbolic bound: how many rounds there were is dead on one path behind the loop and live on the other.
#include <secateur.h>
static unsigned char n, in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(&n, 1, "n");
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(n < 6);
    int i;
    for (i = 0; i < n; i++)
        sink = 1;
    if (in[0] > 7)
        sink = 2;
    sink = 0;
    if (in[1] == 9) {
        secateur_assert(n != 4); //~ assertion-failure
        secateur_assert(i != 2); //~ assertion-failure
    }
    return 0;
}
