//@ args: --check uninitialised-read,assertion-failure
// A local array is filled anew by each call, and partly: what the last call left is gone, what this one wrote is not.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
static int use(int full)
{
    unsigned char box[2];
    box[0] = 1;
    if (full)
        box[1] = 0;
    if (in[2] > 7)
        sink = 1;
    if (box[1] == 1) //~ uninitialised-read
        return 1;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    use(1);
    use(in[0] > 7);
    secateur_assert(in[1] != 5); //~ assertion-failure
    return 0;
}
