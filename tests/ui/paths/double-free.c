//@ space: 1 bytes
// Two conditions each free the same block; an input that meets both frees it twice.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    char *p = malloc(4);
    if (!p)
        return 0;
    if (c % 10 == 3)
        free(p);
    if (c > 240)
        free(p);
    return c < 128;
}
