//@ space: 3 bytes; 0,9 0,9 0,9
// Two blocks from one place in the program: which of them was written to matters.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
int main(void)
{
    int *blocks[2];
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++)
        if (!(blocks[i] = calloc(1, sizeof(int))))
            return 1;
    if (in[0] > 7)
        *blocks[0] = 1;
    if (in[1] > 7)
        *blocks[1] = *blocks[0] + 1;
    if (in[2] > 7)
        secateur_assert(*blocks[1] != 2); //~ assertion-failure
    free(blocks[0]);
    free(blocks[1]);
    return 0;
}
