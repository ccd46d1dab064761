// A static local variable, and a caller's local that a callee got, outlive the callee.
static int *counter(void)
{
    static int count;
    count++;
    return &count;
}

static int *larger(int *a, int *b)
{
    return *a > *b ? a : b;
}

int main(void)
{
    int *count = counter();
    counter();
    int x = 1, y = 2;
    *larger(&x, &y) = 7;
    return *count != 2 || y != 7;
}
