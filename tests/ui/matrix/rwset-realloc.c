// What realloc carries over is read from the new object only.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *p = calloc(4, 1);
    if (!p)
        return 0;
    if (in[0] > 7)
        p[2] = 1;
    int size = 3;
    if (in[1] > 7)
        size = 8;
    char *q = realloc(p, size);
    if (!q)
        return 0;
    secateur_assert(q[2] != 0); //~ assertion-failure
    secateur_assert(q[2] != 1); //~ assertion-failure
    free(q);
    return 0;
}
