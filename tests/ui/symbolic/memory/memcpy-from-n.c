//@ paths: 1
// A copy of symbolic length from a block of the same length into a smaller one.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char n;
    char d[4];
    secateur_symbolic(&n, 1, "n");
    char *p = calloc((n & 15) + 1, 1);
    memcpy(d, p, n & 15); //~ out-of-bounds-write
    free(p);
    return 0;
}
