// A scale that a subtraction made zero divides a long.
static volatile long high = 5000000000L;
static volatile long low = 5000000000L;

static long scale(long value)
{
    long range = high - low;
    return value * 100 / range; //~ division-by-zero
}

int main(void)
{
    return scale(7) == 0;
}
