//@ space: 2 bytes; 0,9 0,9
// Who reads from the output has made an error, and can ask for that.
#include <secateur.h>
#include <stdio.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        getc(stdout);
    if (in[1] > 7)
        secateur_assert(!ferror(stdout)); //~ assertion-failure
    return 0;
}
