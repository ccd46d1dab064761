// The address of a local that is gone, on one of two paths; the other has one that is still there.
#include <secateur.h>
static unsigned char in[2];
static int *where;
static int global;
static volatile int sink;
static void set(int outside)
{
    int local = 0;
    where = &local;
    if (outside)
        where = &global;
    *where = 1;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        set(1);
    else
        set(0);
    if (in[1] > 7)
        sink = 1;
    sink = *where; //~ use-after-free
    secateur_assert(sink != 1); //~ assertion-failure
    return 0;
}
