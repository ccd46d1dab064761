//@ paths: 4
// A structure is copied from a place that the input chooses.
#include <secateur.h>
struct big { char bytes[64]; };
static struct big all[4];
static int third(struct big b)
{
    return b.bytes[3];
}
int main(void)
{
    unsigned i;
    secateur_symbolic(&i, sizeof i, "i");
    secateur_assume(i < 4);
    all[2].bytes[3] = 1;
    return third(all[i]);
}
