// One byte of a table differs, and the index that reads it is symbolic.
#include <secateur.h>
static unsigned char in[2], box[8];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        box[5] = 1;
    else
        box[3] = 2;
    int v = box[in[1] & 7];
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
    return 0;
}
