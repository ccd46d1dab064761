// The address of a callee's local array is dangling as soon as the callee has returned.
#include <stdio.h>

static volatile int seed = 3;
static int *result;

static void compute(void)
{
    int squares[4];
    for (int i = 0; i < 4; i++)
        squares[i] = (i + seed) * (i + seed);
    result = squares;
}

int main(void)
{
    compute();
    int last = result[3]; //~ use-after-free
    printf("%d\n", last);
    return 0;
}
