//@ space: 2 bytes; 0-31 0-31
// && and || evaluate their right side only when it matters, and this can be seen.
#include <secateur.h>
static int calls;
static int bigger(int a, int b)
{
    calls++;
    return a > b;
}
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a < 32 && b < 32);
    if ((bigger(a, 5) && bigger(b, 9)) || (bigger(b, a) && !bigger(a, 2)))
        calls += 10;
    int both = bigger(a, b) || bigger(b, a);
    return calls > 12 ? both : 2;
}
