//@ space: 2 bytes; 0,122,123,255 0,1,2,3
// A decision leaves one position of a table: what is read there depends on the decision although it does not mention its byte any more.
#include <secateur.h>
static unsigned char in, d, box[4];
static int g, hit;
int main(void)
{
    secateur_symbolic(&in, 1, "in");
    secateur_symbolic(&d, 1, "d");
    box[1] = 117;
    d = box[d & 3];
    if (d > 73)
        hit = 5;
    if (in > 122)
        g = 1;
    d = box[d & 3];
    if (d > 73) {
        if (g == 1)
            secateur_assert(hit == 0); //~ assertion-failure
    }
    return hit;
}
