// A write at a symbolic index may miss the byte that is read later, so it does not make the byte's old value dead.
#include <secateur.h>
static unsigned char in[2], box[4];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        box[1] = 5;
    box[in[1] & 3] = 7;
    secateur_assert(box[1] != 0); //~ assertion-failure
    secateur_assert(box[1] != 5); //~ assertion-failure
    secateur_assert(box[1] != 7); //~ assertion-failure
    return 0;
}
