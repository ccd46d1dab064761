//@ space: 3 bytes; 0,3,7 0,140,141 0,127,128
// What keeps an index inside its array is an assertion that only some paths come to: its guard belongs to the index too.
#include <secateur.h>
static unsigned char in[3];
static int box[4], one = 1;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    box[in[0] & 3] = 3;
    box[1] = box[3];
    if (in[1] <= 140)
        secateur_assert(box[1] != 3); //~ assertion-failure
    if (in[2] & 128)
        box[one + box[1]] = 3; //~ out-of-bounds-write
    return 0;
}
