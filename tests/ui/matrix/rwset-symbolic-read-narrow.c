// What the path says of an index decides which bytes it can read: the same access reads others later.
#include <secateur.h>
static unsigned char in[3], box[8];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        box[1] = 1;
    else
        box[6] = 2;
    int at = in[1] & 7;
    if (in[1] & 4)
        sink = 1;
    int v = box[at];
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
    return 0;
}
