//@ space: 2 bytes; 0,9 0,9
// A program that gives its output a buffer of its own can see what was printed.
#include <secateur.h>
#include <stdio.h>
static unsigned char in[2];
static char buffer[128];
int main(void)
{
    int seen = 0;
    secateur_symbolic(in, sizeof in, "in");
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (in[0] > 7)
        putchar('x');
    for (unsigned i = 0; i < sizeof buffer; i++)
        seen |= buffer[i] == 'x';
    if (in[1] > 7)
        secateur_assert(!seen); //~ assertion-failure
    return 0;
}
