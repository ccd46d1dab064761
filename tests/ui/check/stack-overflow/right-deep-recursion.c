// A recursion of twenty thousand small frames fits the stack.
static int depth_of(int n)
{
    if (n == 0)
        return 0;
    return depth_of(n - 1) + 1;
}

int main(void)
{
    return depth_of(20000) != 20000;
}
