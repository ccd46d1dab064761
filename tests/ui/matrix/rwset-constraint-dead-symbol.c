// What binds a live byte is said of a dead one.
#include <secateur.h>
static unsigned char live;
static volatile int sink;
static void bind(void)
{
    unsigned char dead;
    secateur_symbolic(&dead, 1, "dead");
    secateur_assume((unsigned char)(live + dead) == 10);
    if (dead < 5)
        sink = 1;
}
int main(void)
{
    secateur_symbolic(&live, 1, "live");
    bind();
    secateur_assert(live != 9); //~ assertion-failure
    secateur_assert(live != 2); //~ assertion-failure
    return 0;
}
