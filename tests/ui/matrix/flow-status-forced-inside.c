//@ space: 2 bytes; 0,101,150 0,5
// What keeps the check from being passed was decided beside the status, and does not count for it.
#include <secateur.h>
static unsigned char in[2];
static int marked, large;
static int look(int byte, int other)
{
    int status = 0;
    if (other == 5) {
        if (byte > 100)
            large = 1;
    }
    if (byte == 150)
        status = 1;
    return status;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[1] == 5)
        marked = 1;
    if (!look(in[0], in[1]))
        return 1;
    secateur_assert(!marked); //~ assertion-failure
    return large;
}
