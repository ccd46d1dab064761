//@ args: --sym-stdin 3
// How far standard input was read is known to the system only.
#include <secateur.h>
#include <unistd.h>
static volatile int sink;
int main(void)
{
    unsigned char c, d;
    if (read(0, &c, 1) != 1)
        return 0;
    if (c > 100 && read(0, &d, 1) != 1)
        return 0;
    c = d = 0;
    sink = 1;
    if (read(0, &c, 1) != 1)
        secateur_assert(sink == 0); //~ assertion-failure
    else if (read(0, &d, 1) != 1)
        secateur_assert(c != 4); //~ assertion-failure
    else
        secateur_assert(d != 9); //~ assertion-failure
    return 0;
}
