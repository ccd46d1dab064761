// The first path ends at a bug before it reads what the second path needs.
#include <secateur.h>
#include <stddef.h>
static unsigned char in[3];
static int v, w, *where;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    v = 1;
    if (in[0] > 100)
        where = &v;
    else if (in[0] > 50)
        where = &w;
    if (in[1] > 7)
        sink = 1;
    sink = *where; //~ null-dereference
    secateur_assert(sink != 1); //~ assertion-failure
    secateur_assert(in[2] != 4); //~ assertion-failure
    return 0;
}
