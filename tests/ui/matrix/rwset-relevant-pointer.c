// A pointer is stored, loaded and followed, and what it leads to is not looked at.
#include <secateur.h>
static unsigned char in[2];
static int v, *kept = &v, *copy;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        kept = 0;
    copy = kept;
    if (in[1] > 7)
        sink = 1;
    *copy = 3; //~ null-dereference
    secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
