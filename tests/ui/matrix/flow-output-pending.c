//@ space: 2 bytes; 0,9 0,9
// A program that asks how much waits in the buffer of its output can see what was printed.
#include <secateur.h>
#include <stdio.h>
#include <stdio_ext.h>
static unsigned char in[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        putchar('x');
    if (in[1] > 7)
        secateur_assert(__fpending(stdout) == 0); //~ assertion-failure
    return 0;
}
