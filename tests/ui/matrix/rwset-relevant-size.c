// A number is stored and loaded, and then it is the size of an object, and the length of a copy in the library.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
static unsigned char in[2];
static int v = 4, copy;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 100)
        v = 6;
    else if (in[0] > 50)
        v = 9;
    copy = v;
    if (in[1] > 7)
        sink = 1;
    char *p = malloc(8);
    char *q = malloc(copy);
    if (!p || !q)
        return 0;
    memset(p, 1, copy); //~ out-of-bounds-write
    q[0] = 0;
    q[5] = 0; //~ out-of-bounds-write
    secateur_assert(in[1] != 9); //~ assertion-failure
    free(p);
    free(q);
    return 0;
}
