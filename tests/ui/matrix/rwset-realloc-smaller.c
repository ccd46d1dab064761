// Shrinking keeps the bytes and changes what is inside: on one path the last of them is gone.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *p = calloc(8, 1);
    if (!p)
        return 0;
    int size = 5;
    if (in[0] > 7)
        size = 8;
    char *q = realloc(p, size);
    size = 0;
    if (!q)
        return 0;
    if (in[1] > 7)
        sink = 1;
    sink = q[5]; //~ out-of-bounds-read
    secateur_assert(in[1] != 4); //~ assertion-failure
    free(q);
    return 0;
}
