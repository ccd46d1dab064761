//@ space: 2 bytes; 0,1 0,7
// Nobody meets the assumption, so what counts is what ends the program before it, with all that was decided before that.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static int never;
int main(void)
{
    int status = 0;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        status = 1;
    if (in[1] == 7)
        exit(status);
    secateur_assume(never);
    return 2;
}
