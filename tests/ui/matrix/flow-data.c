//@ space: 2 bytes; 0,100,200,255 0,100,200,255
// Two bytes in one sum: neither can make it large alone.
#include <secateur.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int sum = in[0] + in[1];
    if (sum > 400)
        secateur_assert(sum != 455); //~ assertion-failure
    return 0;
}
