//@ space: 3 bytes; 0,9 0,9 0,9
// The guard looks at what one byte decided, not at input; the first path does not pass it.
#include <secateur.h>
static unsigned char in[3];
static int is_open, flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        flag = 1;
    if (in[1] > 7)
        is_open = 1;
    if (!is_open)
        return 1;
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
