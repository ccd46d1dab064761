//@ sanitizer: signal
// A recursion that is not deep exhausts the stack with a large local array in each frame.
static volatile int levels = 100;

static int descend(int level)
{
    char scratch[262144];
    int sum = level;
    if (level > 0)
        sum += descend(level - 1); //~ stack-overflow
    scratch[level] = (char)sum;
    return scratch[level];
}

int main(void)
{
    return descend(levels) == 0;
}
