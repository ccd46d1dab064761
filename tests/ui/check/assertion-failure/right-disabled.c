// With NDEBUG an assertion that would fail is not evaluated at all.
#define NDEBUG
#include <assert.h>

static int calls;

static int count(void)
{
    return ++calls;
}

int main(void)
{
    assert(count() == 0);
    assert(0);
    int before = calls;
    return before != 0 || count() != 1;
}
