//@ space: 2 bytes; 0,1 0,1
// A descriptor that leads to the output may be closed.
#include <secateur.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned char in[2];
int main(void)
{
    int copies[3] = { dup(1), dup(1), dup(1) }, closed = 0, used = 2;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        closed = 1;
    if (in[1] == 1)
        used = 1;
    close(copies[closed]);
    if (write(copies[used], "x", 1) != 1)
        abort(); //~ abort
    return 0;
}
