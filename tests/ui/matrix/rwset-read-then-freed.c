// The byte is read, and then its object is freed.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *p = calloc(1, 1), *q = calloc(1, 1);
    if (!p || !q)
        return 0;
    if (in[0] > 7)
        *p = 1;
    *q = *p;
    free(p);
    if (in[1] > 7)
        *q += 2;
    int v = *q;
    free(q);
    secateur_assert(v != 0); //~ assertion-failure
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
    secateur_assert(v != 3); //~ assertion-failure
    return 0;
}
