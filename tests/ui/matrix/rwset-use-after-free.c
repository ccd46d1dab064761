// One of two joining paths freed an object that the other still has.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    if (in[0] > 7)
        free(p);
    if (in[1] > 7)
        sink = 1;
    if (in[1] == 100) {
        sink = *p; //~ use-after-free
        secateur_assert(sink != 1); //~ assertion-failure
    }
    return 0;
}
