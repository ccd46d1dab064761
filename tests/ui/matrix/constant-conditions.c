// Branches on what is known on this path only; some sides cannot be taken by any input.
#include <secateur.h>
int main(void)
{
    unsigned char c, d;
    secateur_symbolic(&c, 1, "c");
    secateur_symbolic(&d, 1, "d");
    int low = c < 10, even = !(c & 1);
    if (low) {
        if (c > 20)
            return 1;
        if (even && c == 3)
            return 2;
        if (d == c)
            return 3;
    }
    if (!low && c < 10)
        return 4;
    if (d > c && d < 5)
        return low ? 5 : 6;
    return 7;
}
