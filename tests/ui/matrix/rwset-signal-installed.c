// Which handler a signal has is not in the program's memory.
#include <secateur.h>
#include <signal.h>
static unsigned char in[2];
static volatile int sink, got;
static void one(int number)
{
    got = number == SIGUSR1 ? 1 : 9;
}
static void two(int number)
{
    got = number == SIGUSR1 ? 2 : 9;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    signal(SIGUSR1, SIG_IGN);
    if (in[0] > 100)
        signal(SIGUSR1, one);
    else if (in[0] > 50)
        signal(SIGUSR1, two);
    if (in[1] > 7)
        sink = 1;
    raise(SIGUSR1);
    secateur_assert(got != 0); //~ assertion-failure
    secateur_assert(got != 1); //~ assertion-failure
    secateur_assert(got != 2); //~ assertion-failure
    return 0;
}
