//@ space: 8 bytes; 0-21,235-255 0,255 0,255 0,255 2-9 0 0 0
// secateur_range includes its lower and excludes its upper bound, which may be negative.
#include <secateur.h>
int main(void)
{
    int a = secateur_range(-20, 21, "a"), b = secateur_range(3, 9, "b");
    if (a < -20 || a >= 21 || b < 3 || b >= 9)
        return 1; // impossible
    if (a == -20)
        return 2;
    if (a * b == 160)
        return 3;
    return a == b ? 4 : a > 0;
}
