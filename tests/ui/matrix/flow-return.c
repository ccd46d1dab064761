//@ space: 2 bytes; 0,9 0,9
// What a call returns is decided inside it, and looked at where another byte decides so.
#include <secateur.h>
static unsigned char in[2];
static int is_large(int value)
{
    if (value > 7)
        return 1;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int large = is_large(in[0]);
    if (in[1] > 7)
        secateur_assert(!large); //~ assertion-failure
    return 0;
}
