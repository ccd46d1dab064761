// Two loops that jump into each other: each head is inside of the other's body.
#include <secateur.h>
static unsigned char in[4];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int at = 0, a = 0, b = 0;
first:
    if (at == 4)
        goto out;
    if (in[at++] > 100) {
        a++;
        goto second;
    }
    goto first;
second:
    if (at == 4)
        goto out;
    if (in[at++] > 150) {
        b++;
        goto first;
    }
    if (b == 1)
        goto second;
    goto first;
out:
    secateur_assert(a != 2 || b != 2); //~ assertion-failure
    secateur_assert(a != 2 || b != 1); //~ assertion-failure
    secateur_assert(a != 1 || b != 1); //~ assertion-failure
    return 0;
}
