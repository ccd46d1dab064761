// One byte is gone and says nothing; another is gone too, and says everything.
#include <secateur.h>
static unsigned char live, c;
static volatile int sink;
static void bind(void)
{
    unsigned char first, second;
    secateur_symbolic(&first, 1, "first");
    secateur_symbolic(&second, 1, "second");
    secateur_assume(live < 50 || first > 9);
    if (second > 100)
        secateur_assume((unsigned char)(live + second) == 120);
    if (c > 7 && first > live)
        sink = 1;
    else
        sink = 2;
}
int main(void)
{
    secateur_symbolic(&live, 1, "live");
    secateur_symbolic(&c, 1, "c");
    bind();
    if (live > 19)
        sink = 3;
    secateur_assert(live != 7); //~ assertion-failure
    secateur_assert(live != 90); //~ assertion-failure
    return 0;
}
