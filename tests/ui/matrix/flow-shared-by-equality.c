//@ space: 3 bytes; 0,201 0,201 0,201
// The first path has two bytes equal to a third. Where that is changed they are not, until both are changed with it.
#include <secateur.h>
static unsigned char in[3];
static int count;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 200)
        count++;
    if (in[1] == in[0])
        count++;
    if (in[2] == in[0])
        count++;
    secateur_assert(count != 3); //~ assertion-failure
    return 0;
}
