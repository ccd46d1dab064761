// An assumption that is told to the compiler with an unreachable branch does not hold.
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())

static unsigned half(unsigned value)
{
    ASSUME(value % 2 == 0); //~ unreachable
    return value / 2;
}

int main(void)
{
    unsigned value = 12;
    while (value > 1)
        value = half(value);
    return (int)value;
}
