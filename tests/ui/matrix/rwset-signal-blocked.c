// A signal is blocked on one path, and waits on another one.
#include <secateur.h>
#include <signal.h>
static unsigned char in[2];
static volatile int sink, got;
static void count(int number)
{
    got += number == SIGUSR1;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, count);
    if (in[0] > 50)
        sigprocmask(SIG_BLOCK, &set, 0);
    if (in[0] > 100)
        raise(SIGUSR1);
    if (in[1] > 7)
        sink = 1;
    if (in[1] > 100)
        raise(SIGUSR1);
    secateur_assert(got != 1); //~ assertion-failure
    sigprocmask(SIG_UNBLOCK, &set, 0);
    secateur_assert(got != 1 || in[1] <= 100); //~ assertion-failure
    secateur_assert(got != 1 || in[1] > 100); //~ assertion-failure
    return 0;
}
