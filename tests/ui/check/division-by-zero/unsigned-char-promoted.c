// An unsigned char that wrapped round to zero is promoted to int, and is still zero as a divisor.
static volatile unsigned char step = 255;

int main(void)
{
    unsigned char divisor = step;
    int sum = 100 / divisor;
    divisor++;
    sum += 100 / divisor; //~ division-by-zero
    return sum == 0;
}
