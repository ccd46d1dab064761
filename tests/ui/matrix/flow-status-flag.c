//@ space: 4 bytes; 0,1 0,1 0,2 0,4
// A byte is decided about behind a flag that others set, and again behind the check: whoever has the flag has not decided the first time.
#include <secateur.h>
static unsigned char in[4];
int main(void)
{
    int flags = 0, status = 0;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        flags |= 1;
    if (in[1] == 1)
        flags |= 2;
    if (flags != 3 && in[2] == 2)
        status = -1;
    if (status < 0)
        return 1;
    if (in[3] == 4)
        secateur_assert(in[2] != 2); //~ assertion-failure
    return 0;
}
