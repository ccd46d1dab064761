//@ paths: 2
//@ covered: 2
// A choice right before an assumption is the program's own: both sides are tried, and the value is one of them.
#include <secateur.h>
static unsigned char in[3];
static int v;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    v = in[0] > 7 ? in[1] + 1 : in[2] + 2;
    secateur_assume(in[1] < 4);
    return v;
}
