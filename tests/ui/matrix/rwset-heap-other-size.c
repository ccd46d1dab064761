// Objects of two sizes have the same contents and the same place; a byte that is only written is inside one of them.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int size = 8;
    if (in[0] > 7)
        size = 4;
    char *p = malloc(size);
    size = 0;
    if (!p)
        return 0;
    p[0] = 1;
    if (in[1] > 7)
        p[0] = 2;
    p[6] = 3; //~ out-of-bounds-write
    secateur_assert(in[2] != 5); //~ assertion-failure
    free(p);
    return 0;
}
