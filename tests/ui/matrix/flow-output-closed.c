//@ space: 3 bytes; 0,9 0,9 0,9
// Where the output is closed it matters what is printed, and when.
#include <secateur.h>
#include <stdio.h>
#include <unistd.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        close(1);
    if (in[1] > 7)
        fputs("a word", stdout);
    if (in[2] > 7)
        secateur_assert(fflush(stdout) == 0); //~ assertion-failure
    _exit(0);
}
