//@ args: --check default,memory-leak
//@ paths: 5
// A block of symbolic size that grows: nothing leaks, and nothing is written behind it.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    if (n > 3)
        return 0;
    char *p = malloc(n);
    memset(p, 97, n);
    p = realloc(p, 20);
    p[19] = 1;
    free(p);
    return 2;
}
