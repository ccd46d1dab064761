//@ args: --check default,memory-leak
// A block that two pointers hold is lost where each has been taken away by a byte: only the end of the program looks at that.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static char *one, *two;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    one = two = malloc(4); //~ memory-leak
    if (in[0] > 7)
        one = 0;
    if (in[1] > 7)
        two = 0;
    return 0;
}
