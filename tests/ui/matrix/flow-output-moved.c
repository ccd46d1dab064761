//@ space: 3 bytes; 0,9 0,9 0,9
// Output that goes into a pipe can be read again.
#include <fcntl.h>
#include <secateur.h>
#include <stdio.h>
#include <unistd.h>
static unsigned char in[3];
int main(void)
{
    char read_back = 0;
    int ends[2];
    secateur_symbolic(in, sizeof in, "in");
    if (pipe(ends) || fcntl(ends[0], F_SETFL, O_NONBLOCK))
        return 1;
    if (in[0] > 7)
        dup2(ends[1], 1);
    if (in[1] > 7)
        putchar('x');
    if (in[2] > 7) {
        fflush(stdout);
        secateur_assert(read(ends[0], &read_back, 1) != 1); //~ assertion-failure
    }
    return 0;
}
