// A divisor that wraps past zero to a large unsigned value is not zero.
static volatile unsigned start = 0;

int main(void)
{
    unsigned divisor = start - 1u;
    unsigned char small = (unsigned char)(start - 1u);
    unsigned long sum = 0;
    for (int d = -2; d <= 2; d++)
        if (d)
            sum += (unsigned long)(4 / d + 2);
    return 5u / divisor != 0 || 510 / small != 2 || sum != 8;
}
