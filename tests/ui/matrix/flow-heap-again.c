//@ space: 3 bytes; 0,9 0,9 0,9
// One byte frees a block and allocates it anew; another writes to what is there then.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *old = calloc(1, sizeof *old), *block = old;
    if (in[0] > 7) {
        free(old);
        block = calloc(2, sizeof *block);
    }
    if (in[1] > 7)
        *block = 5;
    if (in[2] > 7 && in[0] > 8)
        secateur_assert(*block != 5); //~ assertion-failure
    free(block);
    return 0;
}
