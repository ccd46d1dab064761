//@ space: 1 bytes
// realloc keeps what fits, and can shrink a block below what is read later.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n >= 4 && n < 16);
    char *p = calloc(8, 1);
    if (!p)
        return 0;
    p[3] = 33;
    p[7] = 77;
    char *q = realloc(p, n < 10 ? 6 : 20);
    if (!q)
        return 0;
    int result = q[3] == 33 ? 1 : 2;
    if (n > 7)
        result = q[7] == 77 ? 3 : 4;
    free(q);
    return result;
}
