// A bit set that is 64 wide shifts an int one, which is only 32 wide.
static unsigned long set;

static void insert(int element)
{
    set |= 1 << element; //~ shift-out-of-range
}

int main(void)
{
    insert(3);
    insert(40);
    return set == 0;
}
