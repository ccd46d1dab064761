// A search that is promised to succeed runs out of its list.
static const int list[4] = {2, 3, 5, 7};

static int position(int value)
{
    for (int i = 0; i < 4; i++)
        if (list[i] == value)
            return i;
    __builtin_unreachable(); //~ unreachable
}

int main(void)
{
    int sum = 0;
    for (int value = 2; value <= 4; value++)
        sum += position(value);
    return sum == 0;
}
