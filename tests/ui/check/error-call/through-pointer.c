//@ sanitizer: signal
// An error function that is called through a table of states is found as well.
extern void reach_error(void);

static int state;

static void idle(void)
{
    state = 1;
}

static void busy(void)
{
    state = 2;
}

static void (*const actions[3])(void) = {idle, busy, reach_error};

int main(void)
{
    for (int i = 0; i < 4; i++)
        actions[state](); //~ error-call
    return 0;
}
