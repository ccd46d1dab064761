// The address of abort may be stored and compared, as long as it is not called.
#include <stdlib.h>

static void ignore(void)
{
}

int main(void)
{
    void (*actions[2])(void) = {abort, ignore};
    int calls = 0;
    for (int i = 0; i < 2; i++) {
        if (actions[i] == abort)
            continue;
        actions[i]();
        calls++;
    }
    return calls != 1;
}
