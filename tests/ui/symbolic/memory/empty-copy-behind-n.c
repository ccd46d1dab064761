//@ paths: 4
// Nothing copied to a place behind a block is no error, and says nothing of the block's size.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char n, k;
    secateur_symbolic(&n, 1, "n");
    secateur_symbolic(&k, 1, "k");
    if (n > 8 || k > 3)
        return 0;
    char *p = malloc(n), s[4] = {0};
    memcpy(p + 6, s, k); //~ out-of-bounds-write
    if (n >= 4) {
        p[3] = 1;
        return 1;
    }
    return 2;
}
