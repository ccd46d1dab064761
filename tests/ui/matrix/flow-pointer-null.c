//@ space: 2 bytes; 0,9 0,9
// One byte takes a pointer away, another follows it: no branch looks at it.
#include <secateur.h>
static unsigned char in[2];
static int x, *pointer = &x;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        pointer = 0;
    if (in[1] > 7)
        return *pointer; //~ null-dereference
    return 0;
}
