// An object is freed and one of the same size takes its place, with another value and perhaps the same address.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    if (in[0] > 7) {
        free(p);
        p = malloc(sizeof *p);
        if (!p)
            return 0;
        *p = 2;
    }
    if (in[1] > 7)
        sink = 1;
    secateur_assert(*p != 1); //~ assertion-failure
    secateur_assert(*p != 2); //~ assertion-failure
    free(p);
    return 0;
}
