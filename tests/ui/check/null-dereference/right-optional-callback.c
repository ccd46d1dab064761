// A table of optional functions is right when the missing ones are skipped.
#include <stddef.h>

static int calls;

static void note(void)
{
    calls++;
}

int main(void)
{
    void (*hooks[4])(void) = {note, NULL, note, NULL};
    for (int i = 0; i < 4; i++)
        if (hooks[i])
            hooks[i]();
    return calls != 2;
}
