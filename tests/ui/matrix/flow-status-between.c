//@ space: 2 bytes; 0,7 0,5
// Only some ways to pass the check come with what was decided between the status and the check.
#include <secateur.h>
static unsigned char in[2];
static int marked;
static int look(int byte)
{
    if (byte == 7)
        return 1;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int status = look(in[0]);
    if (in[1] == 5)
        marked = 1;
    if (!status)
        return 1;
    secateur_assert(!marked); //~ assertion-failure
    return 0;
}
