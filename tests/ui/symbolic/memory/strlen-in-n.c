//@ paths: 14
// A string with symbolic bytes in a block of symbolic size: two kinds of decisions in one call.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char n, x, y, z;
    secateur_symbolic(&n, 1, "n");
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&y, 1, "y");
    secateur_symbolic(&z, 1, "z");
    if (n < 4 || n > 6)
        return 0;
    char *p = malloc(n);
    p[0] = x;
    p[1] = y;
    p[2] = z;
    p[3] = 0;
    int length = (int)strlen(p);
    free(p);
    return length;
}
