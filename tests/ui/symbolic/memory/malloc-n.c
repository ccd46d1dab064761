// A block of a symbolic size is written at a fixed place, which it does not always have.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n >= 1 && n <= 8);
    char *p = malloc(n);
    if (!p)
        return 1;
    p[5] = 1; //~ out-of-bounds-write
    free(p);
    return 0;
}
