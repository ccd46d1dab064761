// Copying over half of an array leaves what the other half was, and moving within it takes it elsewhere.
#include <secateur.h>
#include <string.h>
static unsigned char in[2], from[8], box[8];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        box[6] = 1;
    else
        box[2] = 2;
    memcpy(box, from, 2);
    if (in[1] > 7)
        memset(box + 3, 0, 3);
    memmove(box, box + 2, 6);
    secateur_assert(box[4] != 1); //~ assertion-failure
    secateur_assert(box[0] != 2); //~ assertion-failure
    return 0;
}
