// A value that the machine took as a number on one path, because a function needs one, is free on the other.
#include <math.h>
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile double sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[1] < 4);
    if (in[0] > 7)
        sink = sin(in[1]);
    else
        sink = 0;
    char *p = malloc(in[1] + 1u);
    if (!p)
        return 0;
    p[2] = 1; //~ out-of-bounds-write
    secateur_assert(in[1] != 3); //~ assertion-failure
    free(p);
    return 0;
}
