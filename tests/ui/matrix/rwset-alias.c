// Both pointers lead to equal bytes, but on one path to the same ones.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    if (!a || !b)
        return 0;
    int *p = a, *q = b;
    if (in[0] > 7)
        q = a;
    if (in[1] > 7)
        sink = 1;
    *p = 1;
    secateur_assert(*q != 0); //~ assertion-failure
    secateur_assert(*q != 1); //~ assertion-failure
    free(a);
    free(b);
    return 0;
}
