// A freed object is only written: nothing is read that could differ.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *p = malloc(2);
    if (!p)
        return 0;
    if (in[0] > 7)
        free(p);
    if (in[1] > 7)
        p[1] = 4; //~ use-after-free
    secateur_assert(in[1] != 200); //~ assertion-failure
    return 0;
}
