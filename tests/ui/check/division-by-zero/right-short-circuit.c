// A division behind a short-circuit test or a conditional operator runs only when its divisor is not zero.
static volatile int zero = 0;

static int ratio(int a, int b)
{
    return b ? a / b : 0;
}

int main(void)
{
    int d = zero;
    int wrong = d != 0 && 10 / d > 1;
    wrong |= !(d == 0 || 10 % d > 1);
    wrong |= ratio(6, d) != 0 || ratio(6, 3) != 2;
    return wrong;
}
