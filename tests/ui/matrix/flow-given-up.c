//@ space: 5 bytes; 0,1,2,3 72,73 0,1,2,3,16,17,18,19 0,4,208,255 4,5
// Nearly everything belongs together, so nothing is left out after some paths: those that were left out until then are followed again without
// labels, and come to the same decisions although what is read from a table no longer has to mention its index.
#include <secateur.h>
static unsigned char in[5];
static int g1, g2 = 1, box[4], b;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (!(in[3] & 4)) {
        if (in[1] == 73)
            b = 1;
    }
    box[in[2] & 3] = 3;
    switch (in[0]) {
    case 0:
        g1 = 1;
        break;
    case 1:
        box[0] = 1;
        g2 = 3;
    }
    box[3] = box[in[0] & 3];
    if (in[4] > 4) {
        if (g2 != 3)
            return 1;
    }
    if (in[3] <= 207) {
    }
    if (in[2] & 16) {
        secateur_assert(g1 != 1 || box[3] != 1);
        secateur_assert(box[3] != 0 || box[0] != 1); //~ assertion-failure
        secateur_assert(b != 1 || g2 != 3); //~ assertion-failure
    }
}
