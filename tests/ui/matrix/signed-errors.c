//@ args: --check all
// With every check on, each instruction may go wrong, and only some inputs make it so.
#include <secateur.h>
int main(void)
{
    int a, values[2];
    unsigned char c;
    secateur_symbolic(&a, sizeof a, "a");
    secateur_symbolic(&c, 1, "c");
    values[0] = a + 1; //~ signed-overflow
    if (c > 128)
        values[1] = c;
    if (values[c & 1] > 5) //~ uninitialised-read
        return c == 7;
    return 0;
}
