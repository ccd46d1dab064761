// An answer about one byte that follows from another, which only decisions of the future tie to it, in either order.
#include <secateur.h>
static unsigned char c, d, e;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&c, 1, "c");
    secateur_symbolic(&d, 1, "d");
    secateur_symbolic(&e, 1, "e");
    if (e < 10)
        sink = 1;
    else
        sink = 2;
    if (d > c)
        if (c > e)
            if (d < 5)
                return 1;
    return 0;
}
