// A sign function forgets zero, and a callee two calls deep reaches what it calls impossible.
static int sign(int x)
{
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    __builtin_unreachable(); //~ unreachable
}

static int compare(int a, int b)
{
    return sign(a - b);
}

int main(void)
{
    int sum = compare(1, 2) + compare(2, 1);
    return sum + compare(2, 2);
}
