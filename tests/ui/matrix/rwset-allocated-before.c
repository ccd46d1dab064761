// One path allocated and freed more than the other: later objects have other addresses, which are compared.
#include <secateur.h>
#include <stdint.h>
#include <stdlib.h>
static unsigned char in[2];
static void *old;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *first = malloc(4);
    if (!first)
        return 0;
    old = first;
    if (in[0] > 7) {
        free(first);
        first = 0;
    }
    char *second = malloc(4);
    if (!second)
        return 0;
    second[0] = in[1] > 7;
    if (first)
        secateur_assert(second[0] != 1); //~ assertion-failure
    else
        secateur_assert(second[0] != 0); //~ assertion-failure
    return 0;
}
