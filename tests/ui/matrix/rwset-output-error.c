// Output fails on one path, because the file was closed before the buffer was written.
#include <secateur.h>
#include <stdio.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    fputs("text", stdout);
    if (in[0] > 7)
        close(1);
    if (in[1] > 7)
        sink = 1;
    sink = fflush(stdout);
    if (ferror(stdout))
        secateur_assert(in[1] != 9); //~ assertion-failure
    else
        secateur_assert(in[1] != 8); //~ assertion-failure
    return 0;
}
