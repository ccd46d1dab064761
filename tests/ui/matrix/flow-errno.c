//@ space: 2 bytes; 0,9 0,9
// A call into the library that fails leaves its mark where only errno is looked at.
#include <errno.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    errno = 0;
    if (in[0] > 7)
        close(-1);
    if (in[1] > 7)
        secateur_assert(errno != EBADF); //~ assertion-failure
    return 0;
}
