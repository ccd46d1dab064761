// A distance that was computed in the wrong order is negative, and shifts to the right.
static volatile int from = 3;
static volatile int to = 8;

static unsigned field(unsigned word)
{
    int distance = from - to;
    return word >> distance & 15u; //~ shift-out-of-range
}

int main(void)
{
    return field(0xabcdu) == 0;
}
