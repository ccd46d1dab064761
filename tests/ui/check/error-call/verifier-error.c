//@ sanitizer: signal
// __VERIFIER_error is declared never to return, and calling it is an error.
extern void __VERIFIER_error(void) __attribute__((__noreturn__));

static int checked_index(int index, int length)
{
    if (index < 0 || index >= length)
        __VERIFIER_error(); //~ error-call
    return index;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += checked_index(i, 4);
    return sum == 100;
}
