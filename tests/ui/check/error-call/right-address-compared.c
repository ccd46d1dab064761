// The address of an error function may be taken and compared without calling it.
#include <stddef.h>

extern void reach_error(void);

static void nothing(void)
{
}

int main(void)
{
    void (*volatile action)(void) = reach_error;
    int differs = action != nothing && action != NULL;
    if (action == reach_error)
        action = nothing;
    action();
    return !differs;
}
