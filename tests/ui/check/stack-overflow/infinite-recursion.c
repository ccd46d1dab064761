//@ sanitizer: signal
// A recursion whose end condition steps over its goal never ends.
static volatile int start = 7;

static int count_down(int n)
{
    int rest = 0;
    if (n != 0)
        rest = count_down(n - 2); //~ stack-overflow
    return rest + 1;
}

int main(void)
{
    return count_down(start) == 0;
}
