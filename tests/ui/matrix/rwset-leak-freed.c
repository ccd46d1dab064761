//@ args: --check memory-leak
// The program is over for both paths, but on one of them an object was not freed.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
static void work(void)
{
    char *p = malloc(5); //~ memory-leak
    if (!p)
        return;
    p[0] = in[1];
    if (in[0] > 7)
        free(p);
    p = 0;
    if (in[1] > 7)
        sink = 1;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    work();
    return 0;
}
