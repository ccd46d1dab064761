//@ sanitizer: signal
// Calling the undefined function reach_error is the error that a verification task is about.
extern void reach_error(void);

static volatile int input = 41;

int main(void)
{
    int x = input;
    x++;
    if (x == 42)
        reach_error(); //~ error-call
    return 0;
}
