//@ sanitizer: signal
// An assertion that carries a message fails as one without.
#include <assert.h>

enum color { RED, GREEN, BLUE };

static const char *name(enum color color)
{
    assert(color <= BLUE && "a new color needs a name"); //~ assertion-failure
    static const char *const names[] = {"red", "green", "blue"};
    return names[color];
}

int main(void)
{
    volatile int next = BLUE + 1;
    return name((enum color)next)[0] == 0;
}
