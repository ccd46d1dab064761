//@ args: --check memory-leak
// The program never reads the pointer again, but the search for leaks does at the end.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static void *keep, *other;
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    keep = malloc(5); //~ memory-leak
    other = malloc(6); //~ memory-leak
    if (in[0] > 7)
        keep = 0;
    else
        other = 0;
    if (in[1] > 7)
        sink = 1;
    return 0;
}
