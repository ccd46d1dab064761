// A value is only copied about, until it is an index.
#include <secateur.h>
static unsigned char in[2];
static int v, box[4], copies[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 5;
    copies[0] = v;
    if (in[1] > 7)
        sink = 1;
    copies[1] = copies[0] + 1;
    box[copies[1]] = 1; //~ out-of-bounds-write
    secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
