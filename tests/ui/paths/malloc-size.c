//@ space: 1 bytes
// A block whose size is an input: all of it may be used, the byte behind it may not.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n >= 1 && n <= 24);
    char *p = malloc(n);
    if (!p)
        return 0;
    for (int i = 0; i < n; i++)
        p[i] = (char)i;
    int result = p[n - 1] == 7 ? 1 : 2;
    if (n == 17)
        p[n] = 0;
    free(p);
    return result;
}
