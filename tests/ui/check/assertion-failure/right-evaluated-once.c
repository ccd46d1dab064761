//@ exit: 3
// A condition with a side effect is evaluated once by an assertion that holds.
#include <assert.h>

int main(void)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        assert(n++ == i);
    return n;
}
