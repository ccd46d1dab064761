//@ args: --check all
// A counter that is incremented at INT_MAX overflows.
#include <limits.h>

static int next_id = INT_MAX - 1;

static int take_id(void)
{
    return next_id++; //~ signed-overflow
}

int main(void)
{
    int first = take_id();
    int second = take_id();
    return first == second;
}
