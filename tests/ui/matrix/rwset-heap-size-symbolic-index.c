// The size of an object tells which indices are wrong, and it is no byte that anybody reads.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int size = 6;
    if (in[0] > 7)
        size = 4;
    char *p = calloc(size, 1);
    size = 0;
    if (!p)
        return 0;
    if (in[1] > 7)
        sink = 1;
    if (in[2] < 6) {
        sink = p[in[2]]; //~ out-of-bounds-read
        secateur_assert(in[2] != 5); //~ assertion-failure
    }
    free(p);
    return 0;
}
