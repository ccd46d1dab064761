// A compound left shift by a negative amount is an error, also when the value is zero.
static volatile int amount = 2;

int main(void)
{
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        value <<= amount - i; //~ shift-out-of-range
    }
    return (int)value;
}
