//@ space: 2 bytes; 0-3 0-3
// Two loops raise one number.
#include <secateur.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    secateur_assume(in[0] < 4 && in[1] < 4);
    int count = 0;
    for (int i = 0; i < in[0]; i++)
        count += 2;
    for (int i = 0; i < in[1]; i++)
        count += 5;
    secateur_assert(count != 14); //~ assertion-failure
    return 0;
}
