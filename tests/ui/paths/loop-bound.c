//@ space: 1 bytes
// The number of rounds is an input: each is a path of its own.
#include <secateur.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n <= 40);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int half = 0;
    while (n > 3) {
        n /= 2;
        half++;
    }
    do
        sum--;
    while (n-- > 1);
    return sum > 100 && half == 2;
}
