// A compound remainder by an unsigned zero is as wrong as a signed one.
static unsigned long gcd_steps(unsigned long a, unsigned long b)
{
    unsigned long steps = 0;
    do {
        unsigned long rest = a;
        rest %= b; //~ division-by-zero
        a = b;
        b = rest;
        steps++;
    } while (a != 0);
    return steps;
}

int main(void)
{
    return gcd_steps(48, 18) == 0;
}
