// A mask for all 32 bits shifts an int by its whole width.
static unsigned mask(int bits)
{
    return (1u << bits) - 1; //~ shift-out-of-range
}

int main(void)
{
    unsigned sum = 0;
    for (int bits = 30; bits <= 32; bits++)
        sum ^= mask(bits);
    return sum == 0;
}
