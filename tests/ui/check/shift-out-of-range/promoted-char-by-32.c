// A char is promoted to int before the shift, so only 32 and more is too far for it.
static volatile unsigned char value = 1;

static int top(int distance)
{
    return value >> distance; //~ shift-out-of-range
}

int main(void)
{
    int sum = 0;
    for (int distance = 8; distance <= 64; distance *= 2)
        sum += top(distance);
    return sum;
}
