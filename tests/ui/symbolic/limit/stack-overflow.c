//@ paths: 1
// A recursion without an end, for one input.
#include <secateur.h>
static int down(int n)
{
    volatile char room[1000];
    room[n % 1000] = 1;
    return down(n + 1) + room[0]; //~ stack-overflow
}
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    if (c == 77)
        return down(0);
    return 0;
}
