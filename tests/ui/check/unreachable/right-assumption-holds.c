// An assumption whose condition always holds marks a branch that is never taken.
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())

static unsigned gcd(unsigned a, unsigned b)
{
    ASSUME(a != 0);
    while (b) {
        unsigned rest = a % b;
        ASSUME(rest < b);
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    return gcd(48, 18) != 6 || gcd(7, 0) != 7;
}
