// Conditions that need many bits at once, between easy ones.
#include <secateur.h>
int main(void)
{
    unsigned short a, b;
    secateur_symbolic(&a, sizeof a, "a");
    secateur_symbolic(&b, sizeof b, "b");
    int n = 0;
    if ((unsigned)a * b == 60491u * 7u)
        n = 1;
    if (a > b)
        n += 2;
    if ((a ^ b) * 5u % 1021 == 17)
        n += 4;
    if (n == 7)
        return 1;
    if (n == 1)
        return 2;
    return b == 9;
}
