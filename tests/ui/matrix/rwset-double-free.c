// Freeing is no read either, but the second time is an error.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *p = malloc(3);
    if (!p)
        return 0;
    if (in[0] > 7)
        free(p);
    if (in[1] > 7)
        sink = 1;
    free(p); //~ double-free
    secateur_assert(in[1] != 3); //~ assertion-failure
    return 0;
}
