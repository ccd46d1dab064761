//@ args: --check all
//@ sanitizer: memory
// A function that forgets to return a value on one path gives its caller nothing to branch on.
static int compare(int a, int b)
{
    if (a < b)
        return -1;
    if (a > b)
        return 1;
}

int main(void)
{
    int order = compare(1, 2) + compare(2, 1);
    if (order != 0)
        return 0;
    order = compare(2, 2);
    if (order == 0) //~ uninitialised-read
        return 0;
    return 0;
}
