// A handler that was never set is called through a null function pointer.
#include <stddef.h>

typedef int handler(int);

static int twice(int x)
{
    return 2 * x;
}

static handler *handlers[3] = {twice, NULL, twice};

static int dispatch(int event)
{
    return handlers[event](event); //~ null-dereference
}

int main(void)
{
    int sum = 0;
    for (int event = 0; event < 3; event++)
        sum += dispatch(event);
    return sum == 0;
}
