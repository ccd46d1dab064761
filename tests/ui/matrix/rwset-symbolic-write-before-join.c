// A write at a symbolic index may hit the byte that is read later: the paths differ in it though the other wrote nothing.
#include <secateur.h>
static unsigned char in[3], box[4];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        box[in[1] & 3] = 7;
    else
        box[3] = 9;
    if (in[2] > 7)
        sink = 1;
    secateur_assert(box[2] != 7); //~ assertion-failure
    secateur_assert(box[3] != 9); //~ assertion-failure
    return 0;
}
