//@ space: 1 bytes; 0,1,2,4,6
// What a path was the first to do counts for nothing if an assumption ends it; then a side of its that leads to nothing new is needed all
// the same, since the path that takes it counts.
#include <secateur.h>
static unsigned char in[1];
static int large;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 3)
        large = 1;
    if (in[0] & 2)
        return 2;
    secateur_assume(!large);
    if (in[0] != 0)
        return 3;
    return 0;
}
