// Whether a block is alive depends on decisions that compute nothing; what is in it, on others.
#include <stdlib.h>
#include <secateur.h>
static int seen;
int main(void)
{
    unsigned char a, b, c, d;
    int *block = malloc(2 * sizeof *block);
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_symbolic(&c, 1, "c");
    secateur_symbolic(&d, 1, "d");
    if (!block)
        return 1;
    block[0] = block[1] = 0;
    if (c == 3)
        block[1] = 4; // Nobody reads it.
    if (d == 4)
        seen++;
    if (a == 7)
        free(block);
    if (b == 8 && a > 6)
        block[0] = 1; //~ use-after-free
    if (a != 7)
        free(block);
    return 0;
}
