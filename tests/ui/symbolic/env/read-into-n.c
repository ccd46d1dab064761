//@ args: --sym-stdin 2
//@ paths: 17
// Standard input read into a block of symbolic size.
#include <secateur.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    if (n > 3)
        return 0;
    char *p = malloc(n);
    long got = read(0, p, n);
    if (got == 2 && p[1] == 'x')
        return 3;
    free(p);
    return 0;
}
