//@ args: --max-memory 64MiB
//@ status: limit
// An allocation that only our own limit refuses is said.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char x;
    secateur_symbolic(&x, 1, "x");
    char *p = malloc((size_t)300 << 20);
    free(p);
    return x == 3;
}
