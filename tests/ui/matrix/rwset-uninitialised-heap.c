//@ args: --check uninitialised-read,assertion-failure
// One path cleared its object, the other did not, and the allocator gives out zeros.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *p;
    if (in[0] > 7)
        p = calloc(2, sizeof *p);
    else
        p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 0;
    if (in[1] > 7)
        sink = 1;
    if (p[1] == 0) //~ uninitialised-read
        secateur_assert(in[1] != 8); //~ assertion-failure
    free(p);
    return 0;
}
