//@ space: 2 bytes; 0-31 0-31
// Each operand of a loop's condition can end the loop, and each does.
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    int i = 0, j = 9, turns = 0;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a < 32 && b < 32);
    while (i < 4 && (a > 2 * i || !(b & 1)) && b != 7)
        i++;
    for (; j > a || (j > 5 && b > 20); j--)
        turns++;
    do
        turns += 2;
    while (!(turns > 9 || a == b));
    return i * 32 + turns;
}
