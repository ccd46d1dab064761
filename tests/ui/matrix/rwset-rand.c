// The state of the random numbers differs by how it began, or by how many were drawn.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    srand(2);
    int first = rand(), second = rand();
    srand(3);
    int other = rand();
    srand(2);
    if (in[0] > 100)
        srand(3);
    else if (in[0] > 50)
        sink = rand();
    if (in[1] > 7)
        sink = 1;
    int drawn = rand();
    secateur_assert(drawn != first); //~ assertion-failure
    secateur_assert(drawn != second); //~ assertion-failure
    secateur_assert(drawn != other); //~ assertion-failure
    return 0;
}
